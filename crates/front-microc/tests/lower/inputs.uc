id(x) {
  return x;
}

main() {
  var x, a, p;
  x = input;
  a = [input, input + 1];
  a[input] = input;
  p = alloc input;
  *p = input;
  while (input > 0) x = x + id(input);
  return input / input;
}
