/* A checksum by adding up. With BUG, some sum is said not to be possible.
   Buffers of N bytes. */
#include <assert.h>
#ifndef N
#define N 64
#endif
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned char data[N];
    for (int i = 0; i < N; ++i) data[i] = __VERIFIER_nondet_uchar();
    unsigned sum = 0;
    for (int i = 0; i < N; ++i) sum += data[i];
#ifdef BUG
    assert(sum % 256 != 17);
#else
    assert(sum <= 255 * N);
#endif
}
