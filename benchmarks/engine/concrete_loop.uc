// 100,000 concrete iterations: how fast instructions are executed.
main() {
  var i, s;
  i = 0;
  s = 0;
  while (i < 100000) {
    s = s + i;
    i = i + 1;
  }
  assert s == 4999950000;
  return s;
}
