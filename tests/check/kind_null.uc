// Null pointers, read and written.
// check: unsafe
// check --check null: unsafe
// check --check uninit: safe
main() {
  var p, q, x;
  x = input;
  p = alloc 1;
  q = null;
  if (x == 1) q = p;
  if (x == 2) p = q;
  *p = 5; //~ null-dereference(2)
  if (x < 3) if (x > -1) output *q; //~ null-dereference(0)
  return 0;
}
