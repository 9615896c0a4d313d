/* Looks for a word, and for another one behind it. With BUG, they are said not to be there both.
   Buffers of N bytes. */
#include <assert.h>
#ifndef N
#define N 64
#endif
void klee_make_symbolic(void *p, unsigned long n, const char *name);
static int starts(const char *text, const char *word)
{
    while (*word && *text == *word) { ++text; ++word; }
    return *word == 0;
}
int main(void)
{
    char text[N];
    klee_make_symbolic(text, sizeof text, "text");
    text[N - 1] = 0;
    int first = -1, second = -1;
    for (int i = 0; text[i]; ++i) {
        if (first < 0) {
            if (starts(text + i, "GET")) first = i;
        } else if (second < 0) {
            if (starts(text + i, "PUT")) second = i;
        }
    }
#ifdef BUG
    assert(first < 0 || second < 0);
#else
    if (second >= 0)
        assert(first >= 0 && second >= first + 1 && text[second] == 'P');
#endif
    return 0;
}
