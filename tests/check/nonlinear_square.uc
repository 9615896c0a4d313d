// There is no number whose square is -1 or 2.
// check: safe
main() {
  var x;
  x = input;
  if (x * x == -1) error "no";
  if (x > -100 && x < 100 && x * x == 2) error "no";
  return 0;
}
