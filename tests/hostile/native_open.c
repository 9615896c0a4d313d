/* `open` is the program's own, but the sanitizers of a native run need it too. */
#include <assert.h>
extern int open(const char *name, int flags, ...);
int main(void) { assert(open("x", 0) != 5); return 0; }
