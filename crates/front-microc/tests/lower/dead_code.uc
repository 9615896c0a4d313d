f() {
  error "never here";
  output 1;
  return 1 / 0;
}

main(n) {
  if (n) {
    error "one";
    output 1 / 0;
  } else {
    { error "two"; }
  }
  output 2 / 0;
  return f();
}
