// A function changes what its parameters point to.
// output: 2 1 7 9 11
// returns: 3
swap(p, q) {
  var t;
  t = *p;
  *p = *q;
  *q = t;
  return 0;
}
both(p, q) {
  *p = 6;
  *q = *p + 1;
  return *p;
}
fill(p, n, value) {
  var i;
  i = 0;
  while (i < n) {
    (*p)[i] = value + i;
    i = i + 1;
  }
  return i;
}
main() {
  var x, y, a, done;
  x = 1;
  y = 2;
  done = swap(&x, &y);
  output x;
  output y;
  output both(&x, &x);
  a = [0, 0, 0];
  done = fill(&a, 3, 9);
  output a[0];
  output a[2];
  return done;
}
