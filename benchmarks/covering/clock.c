// Seconds and minutes.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int seconds = 0, minutes = 0, hours = 0;
  while (__VERIFIER_nondet_int()) {
    seconds++;
    if (seconds == 60) { seconds = 0; minutes++; }
    if (minutes == 60) { minutes = 0; hours = (hours + 1) % 24; }
  }
  if (seconds >= 60 || minutes >= 60 || hours >= 24 || seconds < 0 || minutes < 0) reach_error();
  return 0;
}
