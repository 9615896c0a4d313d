// check --technique apc --check assert: safe
// [apc, section 5]: the loop never ends, as a fact that its rounds keep shows; the counters alone do not.
void reach_error(void);
int main(void) {
  int i = 1;
  while (i < 3) {
    if (i == 2)
      i = 1;
    else
      i = 2;
  }
  reach_error();
  return 0;
}
