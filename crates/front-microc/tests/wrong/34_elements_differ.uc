main() {
  var a;
  a = [1, null, 2, [3]];
  return 0;
}
