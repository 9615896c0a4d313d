push(list, value) {
  return alloc {value: value, next: list};
}

sum(list) {
  var total;
  total = 0;
  while (list != null) {
    total = total + (*list).value;
    list = (*list).next;
  }
  return total;
}

main() {
  var list, i;
  list = null;
  i = 0;
  while (i < 3) {
    list = push(list, input);
    i = i + 1;
  }
  (*list).value = 7;
  (*(*list).next).next = null;
  return sum(list);
}
