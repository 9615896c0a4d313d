// check: unsafe assertion@7
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int n = printf("abc\n");
    assert(n == 4);
    return 0;
}
