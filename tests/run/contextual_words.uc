// `assert`, `assume` and `error` are statements only where they read as such.
// output: 1 2 3 4 5 6 7 8
// returns: 0
assert(error) {
  return error + 1;
}
error(n) {
  return n;
}
main() {
  var assume, r, a;
  assume = assert(0);
  output assume;
  assert assume == 1;
  assume assume == 1;
  assume (assume) == 1;
  r = {assert: 2, error: error(3), assume: [0, 4]};
  output r.assert;
  output r.error;
  output r.assume[1];
  a = other(5);
  output a;
  if (error(0)) error "never";
  output inner(0);
  output inner(1);
  output inner(2);
  return 0;
}
other(error) {
  error = error + 0;
  return error;
}
inner(i) {
  var assert, error;
  assert = [6, 0, 0];
  assert[1] = 7;
  error = {text: 8};
  error.text = error.text + 0;
  assert[2] = error.text;
  assert assert[0] == 6;
  return assert[i];
}
