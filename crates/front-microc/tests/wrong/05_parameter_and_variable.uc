f(n) {
  var n;
  n = 1;
  return n;
}

main() {
  return f(1);
}
