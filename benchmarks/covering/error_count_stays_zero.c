// A counter that no way changes from 0, as the ways that would are never possible.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int faults = 0, level = 0;
  while (__VERIFIER_nondet_int()) {
    if (level < 0) faults++;
    if (__VERIFIER_nondet_int()) level++;
    else if (level > 0) level--;
    if (level > 100) level = 0;
  }
  if (faults) reach_error();
  return 0;
}
