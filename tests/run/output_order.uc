// What functions write comes out where they are called.
// output: 1 10 11 20 21 22 30 40 50
// returns: 51
f(n) {
  output n;
  return n + 1;
}
main() {
  var r;
  output 1;
  output f(10);
  r = f(f(20));
  output r;
  if (f(30) > f(40)) output 0;
  return f(50);
}
