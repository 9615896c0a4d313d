// A minus sign before any operand binds tighter than every operator between two.
// output: -7 7 -8 -4 -9 -5 12 6 2 -3 -3 -3 -5 49 -14
// returns: -7
twice(n) {
  return n * 2;
}
main() {
  var x, a, p;
  x = 7;
  a = [9];
  p = alloc 5;
  output -x;
  output - -x;
  output -(x + 1);
  output -twice(2);
  output -a[0];
  output -*p;
  output 5 - -x;
  output x -1;
  output 3 -1;
  output -7 / 2;
  output -x / 2;
  output -x % 4;
  output - 5;
  output -x * -x;
  output -x + -x;
  return -x;
}
