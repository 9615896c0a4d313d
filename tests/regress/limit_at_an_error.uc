// A path that had come to an error was cut by the limit on its branches.
// check --max-depth 0: unsafe
main() {
  var x;
  x = input;
  assert x != 3; //~ assertion(3)
  return x;
}
