main() {
  var i, n;
  n = input;
  i = 0;
  while (i < n) { //~ open
    if (i < 100) {
      output 1; //~ reachable
    }
    else {
      output 2;
    }
    i = i + 1;
  }
  return i; //~ reachable open
}
// [nested, listing 3.2]; the thesis returns an undeclared `y`. The loop has no bound;
// the path that leaves it at the limit is cut, too.
// check --max-depth 7: unknown
// check --max-depth 0: unknown
