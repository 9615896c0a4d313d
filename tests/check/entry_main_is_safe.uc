// The same function is safe as `main` calls it.
// check: safe
main() {
  return helper(1);
}
helper(a) {
  return 1 / a;
}
