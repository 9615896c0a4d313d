// A parity and its counter.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  unsigned n = 0, odd = 0;
  while (__VERIFIER_nondet_int()) {
    n++;
    odd = 1 - odd;
  }
  if (n % 2 != odd) reach_error();
  return 0;
}
