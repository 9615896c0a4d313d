// The replay of a path to the line went on behind it, for ever.
// check --max-depth 3: unknown
main() {
  var x;
  x = input;
  if (x == 5) {
    output x; //~ reachable
  }
  while (input != 0) { //~ open
    x = x + 1; //~ reachable
  }
  return x; //~ open
}
