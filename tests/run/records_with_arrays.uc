// A field may hold an array; the whole record is a value.
// output: 2 9 2 9 4 5 6
// returns: 3
push(stack, value) {
  stack.items[stack.size] = value;
  stack.size = stack.size + 1;
  return stack;
}
main() {
  var r, s, stack;
  r = {items: [1, 2, 3], size: 3};
  s = r;
  s.items[1] = 9;
  output r.items[1];
  output s.items[1];
  s = {size: 0, items: r.items};
  r.items[1] = 9;
  output s.items[1];
  output r.items[1];
  stack = push(push(push({items: [0, 0, 0], size: 0}, 4), 5), 6);
  output stack.items[0];
  output stack.items[1];
  output stack.items[2];
  return stack.size;
}
