// The replay of a path to the line went on behind it, for ever.
// check --max-depth 3: safe
main() {
  var x;
  x = input;
  if (x == 5) {
    output x; //~ reachable
  }
  while (input != 0) {
    x = x + 1; //~ reachable
  }
  return x;
}
