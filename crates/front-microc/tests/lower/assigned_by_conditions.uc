main(n) {
  var x, y, z;
  if (n > 0 && x > 0) output x; else output x;
  if (n > 0 || y > 0) output y; else output y;
  while (z / n > 0) output z;
  return x + y + z;
}
