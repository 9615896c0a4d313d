// The second array is the shorter one.
// check --technique classic: unsafe
// check: unsafe
extern unsigned __VERIFIER_nondet_uint(void);
static char few[1], more[3];
int main(void) {
  char *target = __VERIFIER_nondet_uint() % 2 ? few : more;
  for (unsigned i = 0; i < 3; i++) target[i] = 'k';
  return 0;
}
