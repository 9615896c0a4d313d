// What is cut lies in a loop of a function that is called; that loop is named,
// and where the path that leaves it is cut.
// check --max-depth 4: unknown
main() {
  var r;
  r = f(input);
  assert r <= 0;
  return r;
}
f(n) {
  while (n > 0) { //~ open
    n = n - 1;
  }
  return n; //~ open
}
