inc(n) {
  return n + 1;
}

main() {
  var x;
  x = 1;
  x = inc(&x);
  x = inc([x]);
  return x;
}
