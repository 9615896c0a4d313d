// What is cut lies in a function without loops that a loop calls; the loop is named.
// check --max-depth 3: unknown
main() {
  var n, i;
  n = 0;
  while (n == 0) { //~ open
    n = choose(input);
  }
  assert n == 1;
  return n;
}
choose(n) {
  var r;
  if (n > 0) r = 1; else r = 0;
  return r;
}
