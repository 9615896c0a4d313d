main() {
  var p, a;
  p = alloc [1, 2];
  *p = 3;
  a = [[1], [2]];
  a[0] = 1;
  (*p)[0] = p;
  return 0;
}
