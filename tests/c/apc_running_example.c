// check --technique apc --check assert --entry count: safe
// The running example of [apc, section 1]: k counts some of the rounds, so it is at most what all of them give.
void reach_error(void);
void count(const int *values, int n) {
  int k = 3;
  if (n < 0 || n > 1000)
    return;
  for (int i = 0; i < n; ++i)
    if (values[i] == 1)
      ++k;
  if (k < 3 || k > n + 3)
    reach_error();
}
