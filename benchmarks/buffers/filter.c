/* Copies all but blanks. With BUG, the copy begins one byte too late.
   Buffers of N bytes. */
#include <assert.h>
#ifndef N
#define N 64
#endif
extern char __VERIFIER_nondet_char(void);
int main(void)
{
    char in[N], out[N];
    for (int i = 0; i < N; ++i) in[i] = __VERIFIER_nondet_char();
    int used = 0;
    for (int i = 0; i < N; ++i)
        if (in[i] != ' ')
#ifdef BUG
            out[++used] = in[i];
#else
            out[used++] = in[i];
#endif
    for (int i = 0; i < used; ++i) assert(out[i] != ' ');
}
