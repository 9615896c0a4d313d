// check: safe
// check --technique apc --timeout 30: safe
// check --all-errors: safe
#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 6;
    int *numbers = 0;
    for (unsigned i = 0; i < n; i++) {
        numbers = realloc(numbers, (i + 1) * sizeof *numbers);
        numbers[i] = (int)i * 2;
    }
    for (unsigned i = 0; i < n; i++)
        assert(numbers[i] == (int)i * 2);
    free(numbers);
    return 0;
}
