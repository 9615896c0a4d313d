f() {
  return 1;
}

main() {
  f() = 1;
  return 0;
}
