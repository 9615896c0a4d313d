// Numbers that double their digits in each round.
main() {
  var x, i;
  x = input;
  i = 3;
  while (i > 0) {
    if (x > i) { i = i * i + x; } else { i = i * i + 1; }
  }
  error "found";
  return 0;
}
