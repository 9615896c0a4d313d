// Two counters that are never more than one apart.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int ping = 0, pong = 0, turn = 0;
  while (ping < 100000 && __VERIFIER_nondet_int()) {
    if (turn == 0) { ping++; turn = 1; }
    else { pong++; turn = 0; }
  }
  if (ping - pong < 0 || ping - pong > 1) reach_error();
  return 0;
}
