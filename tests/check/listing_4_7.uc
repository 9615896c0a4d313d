// [nested, listing 4.7], made a whole program.
// check: safe
main() {
  var a;
  a = 0;
  if (input) {
    a = 1;
  }
  else {
    a = 2;
  }
  return 1 / a;
}
