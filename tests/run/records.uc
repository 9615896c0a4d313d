// Fields are found by name; the order of a literal's fields does not matter.
// output: 1 2 3 4 3 5 3 7 1
// returns: 8
main() {
  var r, s, empty;
  r = {a: 1, b: 2};
  output r.a;
  output r.b;
  r = {b: 4, a: 3};
  output r.a;
  output r.b;
  s = r;
  s.b = 5;
  r.b = r.a;
  output r.b;
  output s.b;
  output s.a;
  output {u: 6, v: 7}.v;
  empty = {};
  r = {a: 8, b: 8};
  output r.a == r.b;
  return r.a;
}
