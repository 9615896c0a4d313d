same(a, b) {
  return a == b;
}

main() {
  var x;
  x = [1] == [2];
  x = {f: 1} != {f: 2};
  return same([1], [2]);
}
