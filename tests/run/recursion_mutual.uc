// Functions that call each other, whatever the order they stand in.
// output: 1 0 0 1 0 0 1 2 2 3 4
// returns: 0
main() {
  var i;
  output even(10);
  output even(7);
  output odd(10);
  output odd(7);
  i = 0;
  while (i < 7) {
    output male(i);
    i = i + 1;
  }
  return 0;
}
even(n) {
  var r;
  if (n == 0) r = 1; else r = odd(n - 1);
  return r;
}
odd(n) {
  var r;
  if (n == 0) r = 0; else r = even(n - 1);
  return r;
}
female(n) {
  var r;
  if (n == 0) r = 1; else r = n - male(female(n - 1));
  return r;
}
male(n) {
  var r;
  if (n == 0) r = 0; else r = n - female(male(n - 1));
  return r;
}
