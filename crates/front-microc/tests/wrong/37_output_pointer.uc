main() {
  output alloc 1;
  return 0;
}
