// check --entry find: safe
// check --entry fill: unsafe assertion@24
// Loops over bytes of the other sign have closed forms: neither ends if it is unrolled.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int find(const char *text, int n)
{
    const unsigned char *bytes = (const unsigned char *)text;
    int i = 0;
    while (i < n && bytes[i] != 200)
        i++;
    assert(n < 0 || i <= n);
    assert(i == n || n < 0 || text[i] == -56);
    return i;
}
int fill(int n)
{
    char text[100000] = {0};
    unsigned char *bytes = (unsigned char *)text;
    if (n < 0 || n > 100000)
        return 0;
    for (int i = 0; i < n; i++)
        bytes[i] = 200;
    assert(text[99998] == 0);
    return 0;
}
