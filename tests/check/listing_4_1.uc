main() {
  var a, res;

  a = input;

  if (a > 1) {
    res = someFnc();
  }
  if (a < 0) {
    res = someFnc2();
  }

  return res; //~ uninitialized(0..1)
}

someFnc() { return 1; }
someFnc2() { return 2; }
// [nested, listing 4.1]; the two functions are added. `res` has no value if `a` is 0 or 1.
// check: unsafe
// check --check assert,div,bounds,null: safe
