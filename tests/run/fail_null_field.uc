// The end of a list is passed.
// status: 1
// output: 1 2
// stderr: error: null pointer followed: `list` is null
// error-at: 10:13
main() {
  var list;
  list = alloc {value: 1, next: alloc {value: 2, next: null}};
  while (1) {
    output (*list).value;
    list = (*list).next;
  }
  return 0;
}
