// A search that is left in the middle.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int low = 0, high = 1000000;
  while (low < high) {
    int middle = low + (high - low) / 2;
    int side = __VERIFIER_nondet_int();
    if (side == 0) { if (middle < 0 || middle > 1000000) reach_error(); return 0; }
    if (side < 0) high = middle; else low = middle + 1;
  }
  if (low < 0 || high > 1000000) reach_error();
  return 0;
}
