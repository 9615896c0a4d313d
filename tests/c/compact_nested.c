// check --technique compact --check assert: safe
// The inner loop runs as often as the outer one says: a sum of the first numbers.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  int count = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      count++;
  if (2 * count != n * (n - 1))
    reach_error();
  return 0;
}
