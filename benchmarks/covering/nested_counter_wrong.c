// The inner loop may go one too far.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), done = 0;
  if (n < 0 || n > 1000) return 0;
  for (int i = 0; i < n; i++) {
    int j = 0;
    while (j <= i && __VERIFIER_nondet_int()) j++;
    if (j > i + 0 && i > 4) done = 1;
  }
  if (done) reach_error();
  return 0;
}
