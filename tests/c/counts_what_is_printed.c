// check: safe
// check -DBUG: unsafe assertion@15
// `%n` tells how much was printed.
#include <assert.h>
#include <stdio.h>
#include <string.h>
extern unsigned nondet_uint(void);

int main(void)
{
    unsigned x = nondet_uint() % 1000;
    int before = 0, all = 0;
    printf("%u:%n done%n\n", x, &before, &all);
#ifdef BUG
    assert(before == 3);
#endif
    assert(before >= 2 && before <= 4 && all == before + 5);
    char s[16];
    snprintf(s, sizeof s, "ab%ncd", &before);
    assert(before == 2 && strcmp(s, "abcd") == 0);
    return 0;
}
