// A list that leads back to its start: the walk goes on until a counter ends it.
// check: unsafe
main() {
  var a, p, n, i;
  a = alloc {v: 0, next: null};
  (*a).next = alloc {v: 1, next: a};
  n = input;
  assume n >= 0 && n < 6;
  p = a;
  i = 0;
  while (i < n) {
    p = (*p).next;
    (*p).v = (*p).v + 2;
    i = i + 1;
  }
  assert (*p).v <= 7;
  assert (*p).v % 2 == n % 2;
  assert (*a).v != 4 || n != 5; //~ assertion(5)
  return 0;
}
