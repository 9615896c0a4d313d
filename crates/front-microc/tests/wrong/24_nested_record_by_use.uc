get(r) {
  return r.inner.value;
}

main() {
  return 0;
}
