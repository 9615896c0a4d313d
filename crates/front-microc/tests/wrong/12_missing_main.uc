f(n) {
  return n;
}
