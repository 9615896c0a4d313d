// A count of lines is never above that of letters.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int letters = 0, lines = 0, c;
  while ((c = __VERIFIER_nondet_int()) != 0 && letters < 1000000) {
    letters++;
    if (c == 10) lines++;
  }
  if (lines > letters) reach_error();
  return 0;
}
