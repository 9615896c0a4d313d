main() {
  var i, n;
  n = input;
  i = 0;
  while (i < n) {
    if (i < 100) {
      output 1; //~ reachable
    }
    else {
      output 2;
    }
    i = i + 1;
  }
  return i; //~ reachable
}
// [nested, listing 3.2]; the thesis returns an undeclared `y`. The loop has no bound,
// but nothing in the program can fail, so no limit matters.
// check --max-depth 7: safe
// check --max-depth 0: safe
