f() {
  return {x: 1};
}

g() {
  return [1];
}

main() {
  f().x = 1;
  g()[0] = 2;
  return 0;
}
