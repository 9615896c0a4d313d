main(p) {
  return *p;
}
