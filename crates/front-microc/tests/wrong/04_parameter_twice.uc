f(n, m, n) {
  return n + m;
}

main() {
  return f(1, 2, 3);
}
