// Reads numbers up to the first that is 0, and keeps the last and their count.
main() {
  var x, count;
  count = 0;
  x = input;
  while (x != 0) {
    count = count + 1;
    x = input;
  }
  output count;
  return 0;
}
