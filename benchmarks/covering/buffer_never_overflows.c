// Puts and takes between limits.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int used = 0, size = __VERIFIER_nondet_int();
  if (size < 1 || size > 4096) return 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) { if (used < size) used++; }
    else { if (used > 0) used--; }
  }
  if (used < 0 || used > size) reach_error();
  return 0;
}
