/* The word search of [apc] over a text of limited length. With BUG, the word is said not to be there.
   Buffers of N bytes. */
#include <assert.h>
#ifndef N
#define N 64
#endif
extern char __VERIFIER_nondet_char(void);
int main(void)
{
    char text[N];
    for (int i = 0; i < N - 1; ++i)
        text[i] = __VERIFIER_nondet_char();
    text[N - 1] = 0;
    const char word[] = "Hello";
    int found = 0, start;
    for (start = 0; text[start] != 0; ++start) {
        int at = start;
        int letter = 0;
        while (word[letter] != 0 && text[at] != 0 && text[at] == word[letter]) {
            ++at;
            ++letter;
        }
        if (word[letter] == 0) {
            found = 1;
            break;
        }
        if (text[at] == 0)
            break;
    }
#ifdef BUG
    assert(!found);
#else
    assert(!found || text[start] == 'H');
    assert(start < N);
#endif
}
