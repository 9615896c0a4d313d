// Fields of records at an unknown index.
// check: unsafe
main() {
  var a, i, r;
  a = [{v: 1, w: 2}, {v: 3, w: 4}, {v: 5, w: 6}];
  i = input;
  assume i >= 0 && i < 3;
  a[i].v = a[i].w;
  r = a[i];
  assert r.v == r.w;
  assert a[0].v + a[1].v + a[2].v == 10;
  a[i] = {v: 0, w: 0};
  assert a[1].w == 4; //~ assertion(1)
  return 0;
}
