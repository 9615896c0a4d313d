/* Counts a letter in a buffer. With BUG, it is taken for granted that it is not half of them.
   Buffers of N bytes. */
#include <assert.h>
#ifndef N
#define N 64
#endif
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char buffer[N];
    for (int i = 0; i < N; ++i)
        buffer[i] = __VERIFIER_nondet_char();
    int count = 0;
    for (int i = 0; i < N; ++i)
        if (buffer[i] == 'a')
            ++count;
#ifdef BUG
    assert(count != N / 2);
#else
    assert(count <= N);
#endif
    return 0;
}
