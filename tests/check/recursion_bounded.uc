// Recursion whose depth is an input.
// check: unsafe
main() {
  var n;
  n = input;
  assume n >= 0 && n <= 6;
  assert fibonacci(n) >= n - 1;
  assert fibonacci(n) != 5; //~ assertion(5)
  return 0;
}
fibonacci(n) {
  var r;
  r = n;
  if (n > 1) r = fibonacci(n - 1) + fibonacci(n - 2);
  return r;
}
