// What a function returns is a copy, also of what a pointer shares.
// output: 1 2 7 3
// returns: 0
get(p) {
  return *p;
}
main() {
  var a, b, p;
  a = [1, 2];
  p = &a;
  b = get(p);
  b[0] = 3;
  output a[0];
  output get(&a)[1];
  (*p)[0] = 7;
  output get(p)[0];
  output b[0];
  return 0;
}
