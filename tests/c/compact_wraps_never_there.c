// check --technique compact --check assert: safe
// Steps of four keep the remainder, also around the end of the range.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x < 10 || x % 4 != 3) return 0;
  while (x >= 10)
    x += 4;
  if (x != 3 && x != 7)
    reach_error();
  return 0;
}
