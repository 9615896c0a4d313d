// Literals, reads, writes, sums, and arrays of other lengths in the same variable.
// output: 10 20 30 60 25 5 1 2 42
// returns: 2
sum(a, n) {
  var i, total;
  i = 0;
  total = 0;
  while (i < n) {
    total = total + a[i];
    i = i + 1;
  }
  return total;
}
main() {
  var a, n;
  a = [10, 20, 30];
  output a[0];
  output a[1];
  output a[2];
  output sum(a, 3);
  a[1] = 5;
  a[a[1] - 5] = -10;
  output sum(a, 3);
  output a[1];
  a = [1, 2];
  output a[0];
  n = [2];
  output a[a[0]];
  output [40, 41, 42][n[0]];
  a = [];
  return sum(a, 0) + n[0];
}
