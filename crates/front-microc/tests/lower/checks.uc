main(n) {
  var a, p, x;
  a = [1, 2, 3];
  p = &n;
  n = n / n;
  n = n % (n - 1);
  n = n / 2 + n % -3;
  n = 1 / 0;
  n = a[n];
  n = a[2];
  n = a[-1];
  n = *p + *&n;
  a[n] = x;
  *p = x;
  assert n > 0;
  assume n < 10;
  return n;
}
