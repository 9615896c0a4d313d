// check --technique apc --check assert: unknown
// check --technique compact --check assert: unsafe error-statement@9
// How many inputs the rounds read is not known to a covering state, so its model does not replay; it is no proof.
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int n = 0;
  while (__VERIFIER_nondet_int()) n++;
  if (__VERIFIER_nondet_int() == 7 && n == 3) reach_error();
  return 0;
}
