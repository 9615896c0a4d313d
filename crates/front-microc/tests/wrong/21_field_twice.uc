main() {
  var r;
  r = {a: 1, b: 2, a: 3};
  return r.a;
}
