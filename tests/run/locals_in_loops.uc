// A variable is one object for the whole call: addresses taken in a loop are equal.
// output: 2 2 1 0 1
// returns: 0
main() {
  var i, x, shared, fresh;
  shared = [null, null];
  fresh = [null, null];
  i = 0;
  while (i < 2) {
    x = i + 1;
    shared[i] = &x;
    fresh[i] = alloc x;
    i = i + 1;
  }
  output *shared[0];
  output *shared[1];
  output shared[0] == shared[1];
  output fresh[0] == fresh[1];
  output *fresh[0];
  return 0;
}
