/* An error after four billion rounds. */
#include <assert.h>
int main(void)
{
    unsigned long i, sum = 0;
    for (i = 0; i < 4000000000u; i++) sum += i % 3;
    assert(i < 4000000000u);
    return 0;
}
