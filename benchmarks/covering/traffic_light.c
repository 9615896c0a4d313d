// A state that takes three values, by resets.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int light = 1;
  while (__VERIFIER_nondet_int()) {
    if (light == 1) light = 2;
    else if (light == 2) light = 3;
    else light = 1;
  }
  if (light < 1 || light > 3) reach_error();
  return 0;
}
