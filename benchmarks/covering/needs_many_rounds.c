// Fifty ones among a hundred inputs.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int ones = 0;
  for (int i = 0; i < 100; i++)
    if (__VERIFIER_nondet_int() == 1) ones++;
  if (ones == 50) reach_error();
  return 0;
}
