// The inner loop adds to what the outer loop bounds.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), done = 0;
  if (n < 0 || n > 1000) return 0;
  for (int i = 0; i < n; i++) {
    int j = 0;
    while (j < i && __VERIFIER_nondet_int()) j++;
    if (j > i) done = 1;
  }
  if (done) reach_error();
  return 0;
}
