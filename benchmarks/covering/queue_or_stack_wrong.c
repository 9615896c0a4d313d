// One way counts nothing.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int total = __VERIFIER_nondet_int(), left = 0, right = 0, round = 0;
  if (total < 0) return 0;
  while (round < total) {
    if (__VERIFIER_nondet_int()) left++; else if (round == 3) right++;
    round++;
  }
  if (left + right != total) reach_error();
  return 0;
}
