// A byte that goes around comes to 0.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  unsigned char x = 1;
  while (x != 0 && __VERIFIER_nondet_int()) x++;
  if (x == 0) reach_error();
  return 0;
}
