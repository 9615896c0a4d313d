// A sum of what is not negative, with a brake.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int sum = 0;
  while (__VERIFIER_nondet_int()) {
    int x = __VERIFIER_nondet_int();
    if (x >= 0 && x < 100 && sum < 1000000) sum += x;
  }
  if (sum < 0) reach_error();
  return 0;
}
