clear(q) {
  *q = [];
  return 0;
}

main() {
  var a, x;
  a = [[1, 2], [3]];
  x = a[clear(&a)][0];
  x = a[0][clear(&a)];
  a[x][clear(&a)] = x;
  return x;
}
