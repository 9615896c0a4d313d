// A sum that wraps stays even.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) x += 2; else x += 6;
  }
  if (x % 2 != 0) reach_error();
  return 0;
}
