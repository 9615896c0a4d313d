// Memory gets the type that its variable is used as; a use as another one sees its bytes.
// check: safe
#include <assert.h>
#include <stdlib.h>
static void set(void *memory)
{
    long *number = memory;
    *number = 1;
}
int main(void)
{
    void *memory = malloc(8);
    int *numbers = memory;
    numbers[0] = 3;
    set(memory);
    assert(numbers[0] == 1);
    return 0;
}
