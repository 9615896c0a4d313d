// Texts of different lengths are chosen by an input, and loops over them end where their zeros are: those that are
// shorter than so far looked at are not the one that was chosen.
// check --technique classic: safe
// check: safe
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static const char *const texts[] = {"", "a", "some text", "%d"};
static char few[1], more[3];
int main(void) {
  unsigned x = __VERIFIER_nondet_uint() % 4;
  const char *text = texts[x];
  unsigned length = 0;
  while (text[length]) length++;
  assert(length == strlen(texts[x]));
  assert((length == 9) == (x == 2));
  char *target = x > 1 ? more : few;
  for (unsigned i = 0; i < (x > 1 ? 3u : 1u); i++) target[i] = 'k';
  assert(target[x > 1 ? 2 : 0] == 'k');
  return 0;
}
