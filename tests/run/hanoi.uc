// Hanoi's towers: the moves of three discs, and how many seven discs take.
// output: 13 12 32 13 21 23 13 127
// returns: 0
move(n, from, to, by, tell) {
  var count;
  count = 0;
  if (n > 0) {
    count = move(n - 1, from, by, to, tell);
    if (tell) output 10 * from + to;
    count = count + 1 + move(n - 1, by, to, from, tell);
  }
  return count;
}
main() {
  var count;
  count = move(3, 1, 3, 2, 1);
  assert count == 7;
  output move(7, 1, 3, 2, 0);
  return 0;
}
