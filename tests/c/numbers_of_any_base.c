// check --check overflow: safe
// check: unsafe assertion@24
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
char __VERIFIER_nondet_char(void);
int main(void)
{
    char text[5] = "", *end;
    for (int i = 0; i < 3; i++)
        text[i] = __VERIFIER_nondet_char();
    errno = 0;
    long number = strtol(text, &end, 0);
    assert(errno == 0);
    assert(-0xf <= number || number >= -99 && text[0] == '-');
    assert(number <= 999);
    assert(end >= text && end <= text + 3);
    if (end == text)
        assert(number == 0);
    char large[] = "9223372036854775807?";
    large[19] = text[0];
    number = strtol(large, NULL, 10);
    assert(number == LONG_MAX && errno == 0 || text[0] >= '0' && text[0] <= '8');
    return 0;
}
