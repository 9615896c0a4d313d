// Each `alloc` makes a new object; its value is a copy.
// output: 0 1 4 9 16 9 1 1 2 30
// returns: 0
main() {
  var cells, i, a, p, r, q;
  cells = [null, null, null, null, null];
  i = 0;
  while (i < 5) {
    cells[i] = alloc i;
    i = i + 1;
  }
  i = 0;
  while (i < 5) {
    *cells[i] = *cells[i] * i;
    output *cells[i];
    i = i + 1;
  }
  a = [1, 2, 3];
  p = alloc a;
  (*p)[0] = 9;
  output (*p)[0];
  output a[0];
  r = {inner: p, v: 1};
  q = alloc r;
  (*q).v = 2;
  (*(*q).inner)[2] = 30;
  output r.v;
  output (*q).v;
  output (*r.inner)[2];
  return 0;
}
