// The error needs an input beyond 64 bits.
// check: unsafe
main() {
  var x;
  x = input;
  if (x > 18446744073709551616) {
    if (x < 18446744073709551618) {
      error "beyond 64 bits"; //~ error-statement(18446744073709551617)
    }
  }
  if (x < -170141183460469231731687303715884105728) {
    output 1 / (x + 170141183460469231731687303715884105729); //~ division-by-zero(-170141183460469231731687303715884105729)
  }
  return 0;
}
