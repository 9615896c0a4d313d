// Copies of an array of pointers share what is pointed to.
// output: 10 10 20 1 2 0 1
// returns: 0
main() {
  var a, b, x;
  x = 1;
  a = [&x, alloc 2, null];
  b = a;
  *b[0] = 10;
  output x;
  output *a[0];
  *a[1] = 20;
  output *b[1];
  a[1] = &x;
  output a[1] == a[0];
  *b[1] = 2;
  output *b[1];
  output b[1] == a[1];
  output b[2] == null;
  return 0;
}
