// One grows twice as fast as the other.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int a = 0, b = 0;
  while (a < 1000000 && __VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) { a += 1; b += 2; }
    else { a += 3; b += 6; }
  }
  if (b != 2 * a) reach_error();
  return 0;
}
