// An inner counter starts anew in each round and never passes its limit.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int rows = __VERIFIER_nondet_int(), worst = 0;
  for (int r = 0; r < rows; r++) {
    int c = 0;
    while (c < 8) { if (__VERIFIER_nondet_int()) c++; else c += 2; }
    if (c > worst) worst = c;
  }
  if (worst > 9) reach_error();
  return 0;
}
