main() {
  var y,z;
  z = input;
  y = 1;
  if (z == 0) {
    y = 2;
  }
  else {
    y = 3 / z;
  }
  return y;
}
