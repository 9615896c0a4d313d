zero() {
  return 0;
}

one(a) {
  return a;
}

main() {
  return zero(1) + one(1, 2);
}
