// Lists of arrays that grow without end.
main() {
  var list, n;
  list = alloc {value: alloc [0, 0, 0, 0], next: null};
  n = 0;
  while (n >= 0) {
    list = alloc {value: alloc [n, n, n, n], next: list};
    n = n + 1;
  }
  return 0;
}
