// Inputs are taken in the order of evaluation.
// input: 10 2 3 7 1 20 30 4 5 6 0 1 2
// output: 4 7 20 30 5 -6 3
// returns: 0
pair(a, b) {
  return {first: a, second: b};
}
main() {
  var a, r;
  output input - input * input;
  a = [0, 0, 0];
  a[input] = input;
  output a[1];
  r = pair(input, input);
  output r.first;
  output r.second;
  r = {second: input, first: input};
  output r.first;
  output -input;
  output [input, input + input][1];
  return 0;
}
