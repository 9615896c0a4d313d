// check: unsafe assertion@16
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int compare(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *(const unsigned char *)a - *(const unsigned char *)b;
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    char text[2] = {(char)x, 0};
    assert(compare(text, "") >= 0);
    assert(x >= 0 || *(unsigned *)&x > 0x7fffffffu);
    assert(((unsigned char *)text)[0] != 200);
    return 0;
}
