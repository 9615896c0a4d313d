// check --technique compact --check assert: unsafe error-statement@11
// The counter must wrap around for the loop to end below ten.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x < 10 || x % 4 != 3) return 0;
  while (x >= 10)
    x += 4;
  if (x == 3)
    reach_error();
  return 0;
}
