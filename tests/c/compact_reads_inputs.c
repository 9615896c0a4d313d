// check --technique compact --check assert: unsafe error-statement@14
// Inputs are read in every iteration.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int rounds = 0, last = 0;
  while (rounds < 40) {
    last = __VERIFIER_nondet_int();
    if (last < rounds)
      break;
    rounds++;
  }
  if (rounds == 31 && last == 7)
    reach_error();
  return 0;
}
