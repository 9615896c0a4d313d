// An assertion that fails for one input alone.
// check: unsafe
// check --check div,bounds,null,uninit: safe
main() {
  var x;
  x = input;
  assert 3 * x + 4 != 25; //~ assertion(7)
  return 0; //~ reachable
}
