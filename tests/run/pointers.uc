// `&x` is the variable itself: writing one writes the other.
// output: 5 6 7 7 8 1 9 8
// returns: 0
main() {
  var x, y, p, pp;
  x = 1;
  y = 1;
  p = &x;
  *p = 5;
  output x;
  x = 6;
  output *p;
  pp = &p;
  **pp = 7;
  output x;
  output *p;
  *pp = &y;
  *p = 8;
  output y;
  x = 1;
  output x;
  **pp = *p + x;
  output y;
  y = 8;
  output **pp;
  return 0;
}
