// Two variables are the same after each round.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int a = 7, b = 7;
  while (__VERIFIER_nondet_int()) {
    int step = __VERIFIER_nondet_int();
    if (step > 0 && step < 50 && a < 100000) { a += step; b += step; }
    else { a = 7; b = 7; }
  }
  if (a != b) reach_error();
  return 0;
}
