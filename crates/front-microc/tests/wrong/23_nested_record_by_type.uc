wrap(x) {
  return {inner: x};
}

main() {
  var r, s;
  r = {b: 2};
  s = wrap(r);
  return 0;
}
