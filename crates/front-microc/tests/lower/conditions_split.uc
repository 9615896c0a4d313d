main(a, b) {
  var t;
  t = [a, b];
  if (b != 0 && a / b > 1) output 1; else output 2;
  if (b == 0 || a / b > 1) output 3;
  if (!(b != 0 && a / b > 1)) output 4;
  while (a >= 0 && (b < 0 || t[a] > 0) && a < b) a = a + 1;
  assert b == 0 || a / b == 1;
  assume b != 0 && a / b == 1 && a > 0;
  assume b == 0 || a / b == 1;
  a = b != 0 && a / b;
  a = 1 + !(b == 0 || t[a]);
  return a;
}
