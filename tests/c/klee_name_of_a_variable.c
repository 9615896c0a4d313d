// check: unsafe out-of-bounds@13
// The inputs have the name of a variable that was never written before: only they reach the native run.
#include <stddef.h>
#include <string.h>

void klee_make_symbolic(void *, size_t, const char *);

int main(void) {
    char s[6], b[4];
    klee_make_symbolic(s, sizeof s, "s");
    s[5] = 0;
    if (strlen(s) != 5) return 0;
    strcpy(b, s);
    return 0;
}
