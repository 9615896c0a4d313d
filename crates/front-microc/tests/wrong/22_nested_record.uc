main() {
  var r;
  r = {a: 1, inner: {b: 2}};
  return r.a;
}
