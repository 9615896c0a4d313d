// An error is found although the loop has no bound.
// check --max-depth 6: unsafe, incomplete
// check --max-depth 6 --check div: safe
main() {
  var n, i;
  n = input;
  i = 0;
  while (i < n) { //~ open
    assert i != 3 || n != 12; //~ assertion(12)
    i = i + 1;
  }
  return 0; //~ reachable
}
