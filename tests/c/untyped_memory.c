// check: unsafe out-of-bounds@20
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static void *allocate(size_t size)
{
    void *memory = malloc(size);
    if (!memory)
        abort();
    return memory;
}
int main(void)
{
    char *text = allocate(4);
    int *numbers = allocate(3 * sizeof(int));
    int n = __VERIFIER_nondet_int();
    text[3] = 0;
    if (n < 0 || n > 3)
        return 0;
    numbers[0] = 1;
    numbers[n] = 2;
    free(text);
    free(numbers);
    return 0;
}
