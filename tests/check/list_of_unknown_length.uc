// A list whose length is an input: its sum, and a walk that goes one step too far.
// check: unsafe
main() {
  var n, i, list, sum, p;
  n = input;
  assume n >= 0 && n <= 4;
  list = null;
  i = 0;
  while (i < n) {
    i = i + 1;
    list = alloc {value: i, next: list};
  }
  sum = 0;
  p = list;
  while (p != null) {
    sum = sum + (*p).value;
    p = (*p).next;
  }
  assert sum == n * (n + 1) / 2;
  assert sum != 6; //~ assertion(3)
  output (*list).value; //~ null-dereference(0)
  return 0;
}
