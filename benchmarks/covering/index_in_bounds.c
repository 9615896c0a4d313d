// A write index that moves both ways stays in the array.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int a[100] = {0}, at = 50;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) { if (at < 99) at++; }
    else if (at > 0) at--;
    a[at] = 1;
  }
  if (at < 0 || at >= 100) reach_error();
  return 0;
}
