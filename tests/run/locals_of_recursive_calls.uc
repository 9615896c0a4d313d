// Each activation of a recursive function has its own variables, linked here to a list.
// output: 1 2 3 4 5 15
// returns: 0
chain(n, next) {
  var node, result;
  node = {value: n, next: next};
  if (n == 1) result = &node; else result = chain(n - 1, &node);
  return result;
}
main() {
  var p, sum;
  p = chain(5, null);
  sum = 0;
  while (p != null) {
    output (*p).value;
    sum = sum + (*p).value;
    p = (*p).next;
  }
  output sum;
  return 0;
}
