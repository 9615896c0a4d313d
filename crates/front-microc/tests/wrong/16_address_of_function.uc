f(n) {
  return n;
}

main() {
  var p;
  p = &f;
  p = &q;
  return 0;
}
