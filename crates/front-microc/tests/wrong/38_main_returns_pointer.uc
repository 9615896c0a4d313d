main() {
  return alloc 1;
}
