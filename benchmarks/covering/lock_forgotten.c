// On one way the owner is not counted.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int locked = 0, owners = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (!locked) { locked = 1; owners++; }
    } else if (locked) { locked = 0; if (owners != 1 || __VERIFIER_nondet_int()) owners--; }
  }
  if (locked != owners) reach_error();
  return 0;
}
