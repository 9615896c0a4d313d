// Names may be long, have digits and underscores, and differ in case; a variable may have a function's name.
// output: 1 2 3 4 5
// returns: 0
f() {
  return 1;
}
main() {
  var _, _1, x_1, X_1, aVeryLongNameThatGoesOnAndOnUntilNobodyWantsToReadItAnyMore, variable, iff;
  _ = f();
  _1 = 2;
  x_1 = 3;
  X_1 = 4;
  aVeryLongNameThatGoesOnAndOnUntilNobodyWantsToReadItAnyMore = 5;
  variable = 0;
  iff = variable;
  output _;
  output _1;
  output x_1;
  output X_1;
  output aVeryLongNameThatGoesOnAndOnUntilNobodyWantsToReadItAnyMore;
  return other(iff);
}
other(main) {
  var f, other;
  f = main;
  other = f;
  return other;
}
