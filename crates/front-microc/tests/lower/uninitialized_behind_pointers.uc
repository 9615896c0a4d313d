read(p) {
  return *p;
}

main() {
  var x, y, a, q, r;
  a = [1];
  q = &a;
  x = read(&y);
  r = &x;
  *r = 2;
  (*q)[0] = *r;
  return (*q)[0];
}
