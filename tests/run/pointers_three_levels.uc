// Pointers to pointers to pointers, and one more.
// output: 3 4 5 1
// returns: 0
main() {
  var x, p, pp, ppp, pppp;
  x = 3;
  p = &x;
  pp = &p;
  ppp = &pp;
  pppp = alloc ppp;
  output ****pppp;
  ***ppp = 4;
  output x;
  **ppp = alloc 5;
  output *p;
  output **pp == ****pppp && *ppp == &p;
  return 0;
}
