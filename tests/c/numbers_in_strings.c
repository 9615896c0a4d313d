// check --check overflow: safe
// check: safe
#include <assert.h>
#include <stdlib.h>
char __VERIFIER_nondet_char(void);
int main(void)
{
    char text[11] = "214748364?";
    text[9] = __VERIFIER_nondet_char();
    int number = atoi(text);
    if (text[9] == '7')
        assert(number == 2147483647);
    if (text[9] == 0)
        assert(number == 214748364);
    return 0;
}
