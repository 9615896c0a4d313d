main(a, b) {
  if (a > 0 && b > 0 || !(a == b)) output 1;
  while (a < 10 && !(b < 0 || a == 5)) a = a + 1;
  assert a / b > 0 && a > b;
  b = a && b;
  b = !(a || b) + 1;
  return b;
}
