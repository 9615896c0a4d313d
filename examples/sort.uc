// Reads five numbers and writes them in order (insertion sort):
//   kyklos run examples/sort.uc --input "5 -1 4 2 3"
sort(a, n) {
  var i, j, x;
  i = 1;
  while (i < n) {
    x = a[i];
    j = i - 1;
    while (j >= 0 && a[j] > x) {
      a[j + 1] = a[j];
      j = j - 1;
    }
    a[j + 1] = x;
    i = i + 1;
  }
  // Arrays are values: the caller's array is not changed, so the result is returned.
  return a;
}

main() {
  var a, i;
  a = sort([input, input, input, input, input], 5);
  i = 0;
  while (i < 5) {
    output a[i];
    i = i + 1;
  }
  return 0;
}
