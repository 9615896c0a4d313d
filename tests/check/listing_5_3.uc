main() {
  var arr, i, res;
  arr = [0, 1, 2];
  i = input;
  res = 0;
  if (i < 3 && i >= 0) {
    arr[i] = -1; //~ reachable
    res = arr[i]; //~ reachable
  }
  return res;
}
// [nested, listing 5.3].
// check: safe
