// Some targets of a pointer have no value yet.
// check: unsafe
main() {
  var x, y, a, p, i;
  y = 1;
  a = [&x, &y];
  i = input;
  assume i >= 0 && i < 2;
  p = a[i];
  if (i == 1) assert *p == 1;
  output *p; //~ uninitialized(0)
  x = *p;
  output x;
  return 0;
}
