/* As machine code, watched by sanitizers, the program takes more memory than it is given. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *numbers = calloc(3000000000u, sizeof *numbers);
    numbers[2999999999u] = __VERIFIER_nondet_int();
    assert(numbers[2999999999u] != 3);
    return 0;
}
