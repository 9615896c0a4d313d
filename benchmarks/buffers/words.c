/* Counts words. With BUG, their number is taken to be below half of that of the letters.
   Buffers of N bytes. */
#include <assert.h>
#include <stdio.h>
#ifndef N
#define N 64
#endif
static char text[N];
int main(void)
{
    unsigned long got = fread(text, 1, N, stdin);
    int words = 0, inside = 0;
    for (unsigned long i = 0; i < got; ++i) {
        int space = text[i] == ' ' || text[i] == '\n' || text[i] == '\t';
        if (space) inside = 0;
        else if (!inside) { inside = 1; ++words; }
    }
#ifdef BUG
    assert(words < N / 2);
#else
    assert(words <= (N + 1) / 2);
#endif
    return 0;
}
