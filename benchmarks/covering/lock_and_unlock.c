// A flag says whether a counter was taken.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int locked = 0, owners = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (!locked) { locked = 1; owners++; }
    } else if (locked) { locked = 0; owners--; }
  }
  if (locked != owners) reach_error();
  return 0;
}
