// There are no dangling pointers; each call has variables of its own.
// output: 1 2 1 3 10
// returns: 0
counter() {
  var count;
  count = 0;
  return &count;
}
next(c) {
  *c = *c + 1;
  return *c;
}
cell(value) {
  var r;
  r = {value: value, self: null};
  r.self = &r;
  return r.self;
}
main() {
  var a, b;
  a = counter();
  b = counter();
  output next(a);
  output next(a);
  output next(b);
  output next(a);
  output (*(*cell(10)).self).value;
  return 0;
}
