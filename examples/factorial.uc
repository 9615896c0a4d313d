// The factorial of a number: kyklos run examples/factorial.uc --input 20
factorial(n) {
  var result;
  if (n <= 0) {
    result = 1;
  } else {
    result = n * factorial(n - 1);
  }
  return result;
}

main() {
  output factorial(input);
  return 0;
}
