// What one loses the other gets.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int mine = 1000, yours = 1000;
  while (__VERIFIER_nondet_int()) {
    int sum = __VERIFIER_nondet_int();
    if (sum < 0) continue;
    if (__VERIFIER_nondet_int()) { if (sum <= mine) { mine -= sum; yours += sum; } }
    else { if (sum <= yours) { yours -= sum; mine += sum; } }
  }
  if (mine + yours != 2000 || mine < 0 || yours < 0) reach_error();
  return 0;
}
