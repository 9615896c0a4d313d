// check: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>
char __VERIFIER_nondet_char(void);
int main(void)
{
    char text[6] = "a=b;c";
    text[2] = __VERIFIER_nondet_char();
    if (text[2] == 0)
        exit(1);
    char *equals = strchr(text, '=');
    assert(equals == text + 1 || text[0] == '=');
    assert(strcspn(text, ";") <= 3);
    char *last = strrchr(text, 'c');
    assert(last != 0 && *last == 'c');
    char *copy = strdup(text);
    assert(memcmp(copy, text, strlen(text) + 1) == 0);
    free(copy);
    int coin = rand() % 2;
    assert(coin == 0 || coin == 1);
    return 0;
}
