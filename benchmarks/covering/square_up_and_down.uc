// A square whose side grows and shrinks: its area is known at all times.
main() {
  var side, area;
  side = 0;
  area = 0;
  while (input) {
    if (input) { area = area + 2 * side + 1; side = side + 1; }
    else { area = area - 2 * side + 1; side = side - 1; }
  }
  assert area == side * side;
  return 0;
}
