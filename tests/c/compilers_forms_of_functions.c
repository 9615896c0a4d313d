// check: unsafe assertion@15
#include <assert.h>

char __VERIFIER_nondet_char(void);

int main(void)
{
    char text[8] = "aBc", copy[8];
    char *end = __builtin_stpcpy(copy, text);
    assert(end == copy + 3 && __builtin_strcasecmp(copy, "AbC") == 0);
    assert(__builtin_strncasecmp(copy, "abx", 2) == 0 && __builtin_index(copy, 'c') == copy + 2);
    assert(__builtin_ffs(8) == 4 && __builtin_imaxabs(-3) == 3);
    text[1] = __VERIFIER_nondet_char();
    if (text[1])
        assert(__builtin_strcasecmp(copy, text) != 0);
    return 0;
}
