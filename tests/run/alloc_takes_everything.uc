// So does `alloc`, without a warning.
// output: 3 1 5 6 9 1
// returns: 0
main() {
  var p, q, r, a;
  p = alloc 1 + 2;
  output *p;
  p = alloc 2 * 3 == 6;
  output *p;
  q = alloc alloc 5;
  output **q;
  **q = 6;
  output **q;
  a = alloc [7, 8, 9];
  output (*a)[2];
  r = alloc p == p;
  output *r;
  return 0;
}
