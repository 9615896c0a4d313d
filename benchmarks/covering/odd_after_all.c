// One way in three is odd.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  unsigned x = 0;
  int n = 0;
  while (n < 1000) {
    int c = __VERIFIER_nondet_int();
    if (c > 0) x += 2; else if (c < 0) x += 6; else x += 3;
    n++;
  }
  if (x % 2 != 0) reach_error();
  return 0;
}
