main(n) {
  var a, b, c, d, e, r;
  if (n > 0) { a = 1; b = 2; } else a = 3;
  output a;
  output b;
  output b;
  while (n > 0) { c = n; n = n - 1; }
  output c;
  if (n == 5) error "five"; else d = 1;
  output d;
  if (e > 0 && e < 5) output e;
  r.f = 1;
  return r.f;
}
