// Which operands are evaluated is seen by what they write.
// output: 0 100 1 2 101 3 102 4 0 103 0 5 104 6 0 105 0 1
// returns: 0
say(n, truth) {
  output n;
  return truth;
}
main() {
  var r;
  r = say(0, 0) && say(9, 1);
  output 100 + r;
  r = say(1, 1) && say(2, 5);
  output 100 + r;
  r = say(3, 7) || say(9, 1);
  output 101 + r;
  r = say(4, 0) || say(0, 0);
  output 103 + r;
  r = !(say(0, 0) || say(5, 1));
  output 104 + r;
  r = !(say(6, 1) && say(0, 0));
  output 104 + r;
  if (say(0, 0) && say(9, 9)) output 9; else output 1;
  return 0;
}
