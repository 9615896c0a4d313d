// check: safe
// check -DBEYOND: unsafe out-of-bounds@33
// Memory that becomes memory of larger elements: the old one ends within one of them.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct base {
    int kind;
};

struct derived {
    struct base base;
    int more;
};

int main(void)
{
    struct base *base = malloc(sizeof *base);
    base->kind = 7;
    struct derived *derived = realloc(base, sizeof *derived);
    assert(derived->base.kind == 7);
    derived->more = 8;
    free(derived);

    char *text = malloc(6);
    strcpy(text, "hello");
    int *numbers = realloc(text, 2 * sizeof *numbers);
    char *again = (char *)numbers;
    assert(again[4] == 'o' && again[5] == 0);
    again[7] = 1;
#ifdef BEYOND
    again[8] = 1;
#endif
    free(numbers);
    return 0;
}
