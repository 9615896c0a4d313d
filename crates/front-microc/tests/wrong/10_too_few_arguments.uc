add(a, b) {
  return a + b;
}

main() {
  return add(1);
}
