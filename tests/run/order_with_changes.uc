// A call changes what was read before it; what was read stays as it was read.
// output: 6 15 1 5 10 1 5 10 1 0 10 3 20 3 13 8
// returns: 0
set(p, value) {
  *p = value;
  return 5;
}
setRecord(p) {
  *p = {v: 3, w: [13, 14]};
  return 0;
}
show(a, b, c) {
  output a;
  output b;
  output c;
  return 0;
}
main() {
  var x, a, p, done;
  x = 1;
  output x + set(&x, 10);
  output set(&x, 10) + x;
  x = 1;
  a = [x, set(&x, 10), x];
  done = show(a[0], a[1], a[2]);
  x = 1;
  done = show(x, set(&x, 10), x);
  x = 1;
  output x < set(&x, 9);
  x = 9;
  output x < set(&x, 1);
  p = alloc {v: 10, w: [10, 20]};
  a = [(*p).v, setRecord(p), (*p).v];
  output a[0];
  output a[2];
  p = alloc {v: 10, w: [10, 20]};
  output (*p).w[1 + setRecord(p)];
  output (*p).v;
  output (*p).w[0];
  x = 3;
  x = x + set(&x, 2);
  output x;
  return done;
}
