// Every index of an empty array is out of bounds.
// check: unsafe
main() {
  var a, i;
  a = [];
  i = input;
  if (i > 3) output a[i]; //~ out-of-bounds(>3)
  return 0; //~ reachable
}
