// check -D N=200 --technique apc --check assert: safe
// check -D N=200 --technique navigate --check assert: safe
// check -D N=40 --technique apc --check assert: safe
// check -D N=200 -D LAST=5 --check assert: unsafe assertion@32
// That a word was found tells what stands there: the first and the last round of its comparison, and those between.
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
#ifndef LAST
#define LAST 4
#endif
int main(void)
{
    char text[N];
    for (int i = 0; i < N - 1; ++i)
        text[i] = __VERIFIER_nondet_char();
    text[N - 1] = 0;
    const char word[] = "Hello";
    int found = 0, start;
    for (start = 0; text[start] != 0; ++start) {
        int at = start, letter = 0;
        while (word[letter] != 0 && text[at] != 0 && text[at] == word[letter]) {
            ++at;
            ++letter;
        }
        if (word[letter] == 0) {
            found = 1;
            break;
        }
    }
    if (found) {
        assert(text[start] == 'H');
        assert(text[start + LAST] == 'o');
    }
    return 0;
}
