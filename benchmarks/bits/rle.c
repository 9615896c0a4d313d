/* Run lengths of 6 letters, there and back.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

#define N 6

int main(void)
{
    uint8_t in[N], packed[2 * N], out[N];
    int used = 0, at = 0;

    for (int i = 0; i < N; i++)
        in[i] = __VERIFIER_nondet_uchar() & 3;
    for (int i = 0; i < N;) {
        int run = 1;

#ifdef BUG
        while (i + run < N - 1 && in[i + run] == in[i])
            run++;
        packed[used++] = (uint8_t)(run == N - 1 ? N : run);
#else
        while (i + run < N && in[i + run] == in[i])
            run++;
        packed[used++] = (uint8_t)run;
#endif
        packed[used++] = in[i];
        i += run;
    }
    for (int i = 0; i < used; i += 2)
        for (int k = 0; k < packed[i]; k++)
            if (at < N)
                out[at++] = packed[i + 1];
            else
                at++;
    assert(at == N);
    for (int i = 0; i < N; i++)
        assert(out[i] == in[i]);
    return 0;
}
