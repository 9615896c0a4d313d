factorial(n) {
  return n;
}

main() {
  return factorail(3) + missing(2);
}
