// A loop whose number of iterations is an input: unrolling it never ends.
main() {
  var n, i;
  n = input;
  i = 0;
  while (i < n) {
    i = i + 1;
  }
  assert i >= 0;
  return i;
}
