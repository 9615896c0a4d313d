// What the first loop counts up the second counts down.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int n = 0, m = 0;
  while (__VERIFIER_nondet_int() && n < 1000000) {
    n++;
    if (__VERIFIER_nondet_int()) m++;
  }
  while (n > 0) { n--; if (m > 0) m--; }
  if (m != 0) reach_error();
  return 0;
}
