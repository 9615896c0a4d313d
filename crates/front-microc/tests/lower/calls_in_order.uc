set(p, value) {
  *p = value;
  return value;
}

pair(x, y) {
  return [x, y];
}

main(unshared) {
  var x, p, a, i;
  x = 1;
  p = &x;
  i = 0;
  a = pair(x, set(p, 2));
  a = pair(unshared, set(p, 3));
  x = x + set(p, 4) * x;
  x = *p - (unshared - set(&x, 5));
  a = [x, set(p, 6), x, set(p, 7), x];
  a[x] = set(p, 0);
  a[set(p, 1)] = x;
  (*&a)[x] = a[x] + set(p, 1);
  x = pair(x, 3)[set(p, 1)];
  x = a[x] + a[set(p, 0)];
  if (x && set(p, 1)) output x;
  return input - input * set(p, input);
}
