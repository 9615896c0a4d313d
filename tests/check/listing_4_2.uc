main() {
  var x, y;
  x = 0;
  if (input) {

  }
  else {
    y = input;
    if (y < 0) {

      y = 0 - y; //~ reachable
    }
    x = x + y;
  }
  if (x >= 0) {

  }
  else {
    x = 1 / 0; //~ unreachable
  }
  return 0; //~ reachable
}
// [nested, listing 4.2].
// check: safe
