// check: unsafe out-of-bounds@9
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char small[4];
  const char *text = "abc";
  if (__VERIFIER_nondet_int() > 7)
    text = "abcdefgh";
  strcpy(small, text);
  return small[0];
}
