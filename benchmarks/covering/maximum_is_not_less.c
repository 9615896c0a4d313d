// The largest so far.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int best = -5, seen = -5;
  while (__VERIFIER_nondet_int()) {
    seen = __VERIFIER_nondet_int();
    if (seen < -5) seen = -5;
    if (seen > best) best = seen;
  }
  if (best < seen) reach_error();
  return 0;
}
