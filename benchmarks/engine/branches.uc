// 16 independent symbolic branches in a row: 65,536 paths.
main() {
  var x, n;
  n = 0;
  x = input;
  if (x > 1) { n = n + 1; }
  x = input;
  if (x > 2) { n = n + 1; }
  x = input;
  if (x > 3) { n = n + 1; }
  x = input;
  if (x > 4) { n = n + 1; }
  x = input;
  if (x > 5) { n = n + 1; }
  x = input;
  if (x > 6) { n = n + 1; }
  x = input;
  if (x > 7) { n = n + 1; }
  x = input;
  if (x > 8) { n = n + 1; }
  x = input;
  if (x > 9) { n = n + 1; }
  x = input;
  if (x > 10) { n = n + 1; }
  x = input;
  if (x > 11) { n = n + 1; }
  x = input;
  if (x > 12) { n = n + 1; }
  x = input;
  if (x > 13) { n = n + 1; }
  x = input;
  if (x > 14) { n = n + 1; }
  x = input;
  if (x > 15) { n = n + 1; }
  x = input;
  if (x > 16) { n = n + 1; }
  assert n <= 16;
  return n;
}
