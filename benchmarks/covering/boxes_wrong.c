// One thing is lost with each full box.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int things = __VERIFIER_nondet_int(), size = __VERIFIER_nondet_int();
  if (things < 0 || things > 10000 || size < 1 || size > 10000) return 0;
  int full = 0, inside = 0, left = things;
  while (left != 0) {
    left--;
    if (inside == size) { full++; inside = 0; }
    else inside++;
  }
  if (full * size + inside != things) reach_error();
  return 0;
}
