f(n) {
  return n;
}

main() {
  var x;
  x = f;
  return main + x;
}
