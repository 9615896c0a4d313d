// Tries are counted and begin anew.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int tries = 0, jobs = 0;
  while (jobs < 1000000) {
    if (__VERIFIER_nondet_int()) { jobs++; tries = 0; }
    else { tries++; if (tries == 5) { jobs++; tries = 0; } }
  }
  if (tries >= 5) reach_error();
  return 0;
}
