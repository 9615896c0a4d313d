// A countdown in steps that inputs choose.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  while (n > 2) {
    if (__VERIFIER_nondet_int()) n -= 2; else n -= 3;
  }
  if (n < 0 || n > 2) reach_error();
  return 0;
}
