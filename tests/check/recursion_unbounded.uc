// The recursion has no bound; what lies before the cut is looked at.
// check --max-depth 4: unsafe, incomplete
// check --max-depth 4 --check div: safe
main() {
  var n;
  n = input;
  return down(n);
}
down(n) {
  var r;
  r = 0;
  assert n != 2; //~ assertion
  if (n > 0) r = down(n - 1); //~ open
  return r;
}
