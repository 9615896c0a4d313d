// `main` is a function as all others are.
// args: 3
// output: 3 2 1 0
// returns: 6
main(n) {
  var r;
  output n;
  if (n > 0) r = n + main(n - 1); else r = 0;
  return r;
}
