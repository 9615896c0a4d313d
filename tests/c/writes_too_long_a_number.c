// check: unsafe out-of-bounds@12
// check --check overflow: safe
#include <assert.h>
#include <stdio.h>
short __VERIFIER_nondet_short(void);
int main(void)
{
    short number = __VERIFIER_nondet_short();
    char line[7], little[3];
    int length = snprintf(little, sizeof little, "%d", number);
    assert(length >= 1 && length <= 6 && little[length < 2 ? length : 2] == 0);
    sprintf(line, "%d!", number);
    return 0;
}
