// check --technique compact --check assert: safe
// A loop that never ends and changes nothing, and one that runs in a circle.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int stuck = __VERIFIER_nondet_int();
  while (stuck)
    ;
  unsigned char round = 0;
  while (round != 1)
    round += 2;
  reach_error();
  return 0;
}
