// check --technique apc --check assert,uninit: safe
// What the first round writes is read by the others: one round is executed before the jump.
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int last, rounds = 0;
  do {
    if (rounds > 0 && last > 100) reach_error();
    last = __VERIFIER_nondet_int();
    if (last > 100) last = 100;
    if (rounds < 1000) rounds++;
  } while (last != 0);
  return 0;
}
