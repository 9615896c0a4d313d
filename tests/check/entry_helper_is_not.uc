// As an entry it is not.
// check --entry helper: unsafe
main() {
  return helper(1);
}
helper(a) {
  return 1 / a; //~ division-by-zero(0)
}
