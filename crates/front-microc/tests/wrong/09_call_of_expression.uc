f() {
  return [1, 2];
}

main() {
  return f()(1) + (1 + 2)(3);
}
