main() {
  var count;
  count = 0;
  cuont = count + 1;
  return count;
}
