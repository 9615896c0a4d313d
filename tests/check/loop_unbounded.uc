// The loop's bound is any number: neither limit lets the answer be `safe`.
// check --max-depth 5: unknown
// check --max-forks 5: unknown
main() {
  var n, i;
  n = input;
  i = 0;
  while (i != n) { //~ open
    i = i + 1; //~ reachable
  }
  assert i == n; //~ open
  return 0; //~ reachable
}
