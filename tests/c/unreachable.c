// check: unsafe error-statement@9
// The compiler is told that a place is never reached, which is wrong; and characters are classified.
#include <ctype.h>

extern int __VERIFIER_nondet_int(void);

static int digit(int c) {
    if (isdigit(c)) return c - '0';
    __builtin_unreachable();
}

int main(void) {
    int c = __VERIFIER_nondet_int();
    if (__builtin_expect(isalnum(c), 1) && !isalpha(c)) return digit(c);
    if (toupper(c) != c) return digit(c);
    return 0;
}
