// check --technique apc --check assert: safe
// check --check assert -DBUG: unsafe error-statement@16
// What is added in each round is a multiple of some number: remainders by it stay, also where numbers wrap, if it is a
// power of two. The program divides by none of these numbers.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned total = 5, falling = 0;
  while (__VERIFIER_nondet_uint()) {
    total += 4096u * __VERIFIER_nondet_uint();
    falling -= 48u * __VERIFIER_nondet_uint();
    if (total == 9 || falling == 8)
      reach_error();
#ifdef BUG
    if (falling == 16)
      reach_error();
#endif
  }
  return 0;
}
