/* Looks for a word in a buffer. With BUG, it is taken for granted that it begins before the middle.
   Buffers of N bytes. */
#include <assert.h>
#ifndef N
#define N 64
#endif
extern char __VERIFIER_nondet_char(void);

static int find(const char *text, int length, const char *word)
{
    for (int start = 0; start < length; ++start) {
        int letter = 0;
        while (word[letter] != 0 && start + letter < length && text[start + letter] == word[letter])
            ++letter;
        if (word[letter] == 0)
            return start;
    }
    return -1;
}

int main(void)
{
    char buffer[N];
    for (int i = 0; i < N; ++i)
        buffer[i] = __VERIFIER_nondet_char();
    int at = find(buffer, N, "Hello");
#ifdef BUG
    assert(at < N / 2 - 1);
#else
    assert(at <= N - 5);
    if (at >= 0)
        assert(buffer[at] == 'H' && buffer[at + 4] == 'o');
#endif
    return 0;
}
