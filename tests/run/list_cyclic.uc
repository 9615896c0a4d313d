// A list that contains itself.
// output: 1 2 3 1 2 1
// returns: 0
main() {
  var a, b, c, p, i;
  c = alloc {value: 3, next: null};
  b = alloc {value: 2, next: c};
  a = alloc {value: 1, next: b};
  (*c).next = a;
  p = a;
  i = 0;
  while (i < 5) {
    output (*p).value;
    p = (*p).next;
    i = i + 1;
  }
  (*a).next = a;
  output (*(*(*(*a).next).next).next).value;
  return 0;
}
