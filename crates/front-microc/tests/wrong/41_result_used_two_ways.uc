main() {
  var x;
  x = *f();
  return x;
}

f() {
  return 1;
}
