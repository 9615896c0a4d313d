// What a flag turns on is never turned off.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int on = 0, x = 0;
  while (__VERIFIER_nondet_int()) {
    if (!on) { if (x == 10) on = 1; else x++; }
    else if (x < 1000) x++;
  }
  if (on && x < 10) reach_error();
  return 0;
}
