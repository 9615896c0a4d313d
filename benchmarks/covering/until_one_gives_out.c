// The exit condition alone says it.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int fuel = __VERIFIER_nondet_int(), way = __VERIFIER_nondet_int();
  while (fuel > 10 && way < 500) {
    if (__VERIFIER_nondet_int()) way++;
    else { way--; fuel--; }
  }
  if (fuel > 10 && way < 500) reach_error();
  return 0;
}
