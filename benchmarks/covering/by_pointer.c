// The same through a pointer.
int __VERIFIER_nondet_int(void);
void reach_error(void);

static void add(int *to, int what) { if (*to < 100000) *to += what; }
int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) add(&x, 3); else add(&y, 5);
  }
  if (x < 0 || y < 0 || x > 100002 || y > 100004) reach_error();
  return 0;
}
