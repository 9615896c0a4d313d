// A false assumption ends everything.
// check: safe
main() {
  assume 0;
  error "behind"; //~ unreachable
  return 0;
}
