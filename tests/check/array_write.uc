// A write at an unknown index changes that element and no other.
// check: unsafe
main() {
  var a, i, sum;
  a = [1, 2, 4, 8];
  i = input;
  assume i >= 0 && i <= 3;
  a[i] = 0;
  sum = a[0] + a[1] + a[2] + a[3];
  assert sum < 15 && sum >= 7;
  assert a[i] == 0;
  assert sum != 11; //~ assertion(2)
  return 0;
}
