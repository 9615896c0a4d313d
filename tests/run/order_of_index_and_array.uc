// In `a[i]` the array is read before the index; in `a[i] = …` it is the variable that is written.
// output: 20 3 7 8 4 1
// returns: 0
replace(p) {
  *p = [1, 2, 3];
  return 1;
}
main() {
  var a, i;
  a = [10, 20];
  output a[replace(&a)];
  output a[2];
  a = [10, 20];
  a[replace(&a)] = 7;
  output a[1];
  a = [10, 20];
  a[1] = 7 + replace(&a);
  output a[1];
  i = 0;
  a[i] = 4;
  output a[i];
  output a[replace(&a) - 1 - i] == 4;
  return i;
}
