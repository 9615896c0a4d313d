mian() {
  return 0;
}
