// The variable of an outer activation has a value; that of the inner one has none.
// check: unsafe
main() {
  var n;
  n = input;
  assume n >= 0 && n <= 2;
  return f(n);
}
f(n) {
  var x;
  if (n > 0) x = f(n - 1);
  if (n != 0) x = 1;
  return x; //~ uninitialized
}
