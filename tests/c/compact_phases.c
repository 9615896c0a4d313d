// check --technique compact --check assert: safe
// Two hundred million iterations whose step changes on the way.
void reach_error(void);
int main(void) {
  unsigned x = 0;
  while (x < 200000001u) {
    if (x < 1000000u)
      x++;
    else
      x += 2;
  }
  if (x != 200000002u)
    reach_error();
  return 0;
}
