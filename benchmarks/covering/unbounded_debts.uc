// Numbers without limit: what is owed is what was lent less what was paid.
main() {
  var lent, paid, owed, x;
  lent = 0; paid = 0; owed = 0;
  while (input) {
    x = input;
    if (x >= 0) {
      if (x > owed) { lent = lent + x; owed = owed + x; }
      else { paid = paid + x; owed = owed - x; }
    }
  }
  assert owed == lent - paid && owed >= 0;
  return 0;
}
