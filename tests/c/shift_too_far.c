// check: unsafe shift-range@6
int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 40) return 0;
  return 1 << k;
}
