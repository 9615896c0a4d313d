// check: unsafe dangling-pointer@11
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int *numbers = malloc(2 * sizeof(int));
    int *first = numbers;
    *first = 1;
    if (__VERIFIER_nondet_int() > 5)
        numbers = realloc(numbers, 4 * sizeof(int));
    return *first;
}
