// `/` truncates toward zero, and `%` has the dividend's sign.
// input: 7 2 -7 2 7 -2 -7 -2 6 3 -6 3 1 5 -1 5 0 9 0 -9
// output: 3 1 -3 -1 -3 1 3 -1 2 0 -2 0 0 1 0 -1 0 0 0 0
// returns: 10
main() {
  var a, b, count;
  count = 0;
  while (count < 10) {
    a = input;
    b = input;
    output a / b;
    output a % b;
    assert a / b * b + a % b == a;
    count = count + 1;
  }
  return count;
}
