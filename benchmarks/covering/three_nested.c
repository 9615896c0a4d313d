// Three loops inside each other; the sum is never negative.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  if (n < 0 || n > 100) return 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < 3; k++)
        if (__VERIFIER_nondet_int() && s < 1000) s++;
  if (s < 0 || s > 1000) reach_error();
  return 0;
}
