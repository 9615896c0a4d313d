// check --technique apc --check assert: safe
// The example of [apc, section 3.2]: what the inner loop leaves behind after the last round of the outer one.
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), j = -1;
  for (int i = 0; i < m; ++i) {
    j = i;
    while (j < n)
      ++j;
  }
  int last = n > m - 1 ? n : m - 1;
  if (m > 0 && j != last)
    reach_error();
  if (m <= 0 && j != -1)
    reach_error();
  return 0;
}
