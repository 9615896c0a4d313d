// The second call was taken for the first one running in circles: its own variables are the same.
// check: unsafe
count() {
  var i;
  i = 0;
  while (i < 10) {
    i = i + 1;
  }
  return i;
}
main() {
  var x;
  x = count();
  x = count();
  assert x == 11; //~ assertion
  return x;
}
