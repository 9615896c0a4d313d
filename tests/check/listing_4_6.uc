// [nested, listing 4.6], made a whole program.
// check: safe
main() {
  if (input) {
    output 0; //~ reachable
  }
  else {
    output 1; //~ reachable
  }
  return 0;
}
