// A list of inputs is searched.
// check: unsafe
main() {
  var list, p, x, found;
  list = alloc {value: input, next: alloc {value: input, next: alloc {value: 8, next: null}}};
  x = input;
  found = 0;
  p = list;
  while (p != null) {
    if ((*p).value == x) {
      found = found + 1;
    }
    p = (*p).next;
  }
  assert found != 3; //~ assertion(8,8,8)
  if (x == 8) assert found;
  return 0;
}
