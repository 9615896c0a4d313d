// Building, reversing and adding up a linked list.
// input: 4 -3 12 5 0
// output: 5 12 -3 4 18 4 -3 12 5 18 4
// returns: 0
read() {
  var list, n;
  list = null;
  n = input;
  while (n != 0) {
    list = alloc {value: n, next: list};
    n = input;
  }
  return list;
}
reverse(list) {
  var done, rest;
  done = null;
  while (list != null) {
    rest = (*list).next;
    (*list).next = done;
    done = list;
    list = rest;
  }
  return done;
}
show(list) {
  var sum;
  sum = 0;
  while (list != null) {
    output (*list).value;
    sum = sum + (*list).value;
    list = (*list).next;
  }
  output sum;
  return 0;
}
length(list) {
  var n;
  if (list == null) n = 0; else n = 1 + length((*list).next);
  return n;
}
main() {
  var list, done;
  list = read();
  done = show(list);
  list = reverse(list);
  done = show(list);
  output length(list);
  return done;
}
