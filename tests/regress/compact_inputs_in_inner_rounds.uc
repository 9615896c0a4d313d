// An iteration of the outer loop is compared with its closed form by the inputs that it reads, which
// the inner loop reads in closed form too.
// check: unsafe
main() {
  var i, j, v, s, w;
  i = 0;
  s = 0;
  v = 0;
  w = 0;
  while (i < 3) {
    j = 0;
    while (j < 2) {
      v = input;
      assume v >= 0 && v <= 1;
      s = v;
      j = j + 1;
    }
    if (v == 1) {
      w = w + 10;
    } else {
      w = w + 1;
    }
    i = i + 1;
  }
  assert w != 3; //~ assertion
  assert w != 12; //~ assertion
  assert w != 20;
  assert w != 21; //~ assertion
  assert w != 30; //~ assertion
  return w + s;
}
