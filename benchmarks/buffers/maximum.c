/* The greatest of some bytes. With BUG, only the first is said to be it.
   Buffers of N bytes. */
#include <assert.h>
#ifndef N
#define N 64
#endif
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
unsigned char data[N];
int main(void)
{
    for (int i = 0; i < N; ++i) data[i] = __VERIFIER_nondet_uchar();
    unsigned char max = data[0];
    for (int i = 1; i < N; ++i)
        if (data[i] > max) max = data[i];
    unsigned k = __VERIFIER_nondet_uint();
    if (k < N)
#ifdef BUG
        assert(data[k] < max || k == 0);
#else
        assert(data[k] <= max);
#endif
}
