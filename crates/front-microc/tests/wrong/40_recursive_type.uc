main() {
  var p, list;
  p = &p;
  list = alloc {value: 1, next: null};
  (*list).next = list;
  list = p;
  return 0;
}
