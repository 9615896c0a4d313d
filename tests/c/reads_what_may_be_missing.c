// check: unsafe assertion@13
#include <assert.h>
#include <stdio.h>
int main(void)
{
    long first = 1, second = 2;
    int found = fscanf(stdin, "%ld %ld", &first, &second);
    assert(found >= -1 && found <= 2);
    if (found <= 0)
        assert(first == 1);
    if (found < 2)
        assert(second == 2);
    assert(found == 2 || first < 3);
    return 0;
}
