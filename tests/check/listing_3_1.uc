main() {
  var y,z;
  z = input;
  y = 1;
  if (z == 0) {
    y = 2; //~ reachable
  }
  else {
    y = 3 / z; //~ reachable
  }
  return y;
}
// [nested, listing 3.1].
// check: safe
