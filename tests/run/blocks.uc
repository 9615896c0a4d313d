// Loops that never run, empty blocks, blocks in blocks, one-statement bodies.
// output: 1 2 3 4 3 2 1
// returns: 0
main() {
  var i;
  {}
  { { {} } output 1; { output 2; } }
  while (0) output 9;
  while (0) {}
  if (1) {} else output 9;
  if (0) output 9; else {}
  if (0) {}
  i = 3;
  if (i == 1) output 9;
  else if (i == 2) output 9;
  else if (i == 3) output 3;
  else output 9;
  i = 4;
  while (i > 0) { output i; { i = i - 1; } }
  while (i < 0) if (i) while (i) output 9;
  return i;
}
