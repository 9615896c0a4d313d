f(n) {
  return n;
}

main(f) {
  return f(f);
}
