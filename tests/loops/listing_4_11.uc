// [nested] listing 4.11, with its names declared: connected cycles.
main() {
  var i, j, a, x, z;
  x = input;
  z = input;
  i = input;
  j = input;
  a = input;
  while (i < 100) {
    if (a <= 5) {
      a = a + 1;
    }
    else {
      a = a - 4;
    }
    if (j < 8) {
      j = j + 1;
    }
    else {
      j = j - 3;
    }
    i = i + 1;
  }
  return 1 / (x - z);
}
