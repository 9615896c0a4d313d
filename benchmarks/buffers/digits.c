/* Reads a decimal number. With BUG, its value is not limited.
   Buffers of N bytes. */
#include <assert.h>
#ifndef N
#define N 64
#endif
extern char __VERIFIER_nondet_char(void);
int main(void)
{
    char text[N];
    for (int i = 0; i < N - 1; ++i) text[i] = __VERIFIER_nondet_char();
    text[N - 1] = 0;
    const char *at = text;
    while (*at == ' ') ++at;
    unsigned value = 0;
    int digits = 0;
    while (*at >= '0' && *at <= '9') {
        value = value * 10 + (unsigned)(*at - '0');
        ++at;
        ++digits;
#ifndef BUG
        if (value > 100000) break;
#endif
    }
    assert(value <= 1000009);
    assert(at - text < N);
}
