// check --technique compact: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static char byte = -7;
int main(void)
{
    const unsigned char *p = (const unsigned char *)&byte;
    int n = __VERIFIER_nondet_int(), sum = 0, count = 0;
    unsigned *counter = (unsigned *)&count;
    if (n < 0 || n > 1000000)
        return 0;
    for (int i = 0; i < n; i++) {
        sum += *p;
        (*counter)++;
    }
    assert(sum == 249 * n && count == n);
    return 0;
}
