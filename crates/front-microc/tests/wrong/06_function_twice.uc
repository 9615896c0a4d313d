f() {
  return 1;
}

f(x) {
  return x;
}

main() {
  return f();
}
