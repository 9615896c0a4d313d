
main() {
  var a,b,c,i,n;
  n = input;
  a = input;
  b = 0;
  c = [1, 2, 3];
  i = 0;
  if (a != 0) {
    a = 1;
  }

  while (i < n) { //~ open
      b = b / a; //~ division-by-zero(>0,0)
      if (i == -1) {
          b = c[3];
      }
      i = i + 1;
  }
  return b;
  }
// [nested, listing 5.5], a semicolon added. The error that the thesis speaks of, in line 16, is
// not reachable; the one in line 14 is.
// check --max-depth 6: unsafe, incomplete
// check --max-depth 6 --check bounds: unknown
