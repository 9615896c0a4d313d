main() {
  var r;
  r = {a: 1, b: 2};
  r = {b: 3, a: 4};
  r = {a: 1, c: 2};
  return r.a;
}
