// What is counted is counted in functions.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int opened, closed;
static void open_one(void) { opened++; }
static void close_one(void) { if (closed < opened) closed++; }
int main(void) {
  while (opened < 1000000 && __VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) open_one(); else close_one();
  }
  if (closed > opened) reach_error();
  return 0;
}
