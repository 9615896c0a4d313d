// check: unsafe assertion@9
#include <assert.h>
extern void fill(int *p);
int main(void)
{
    int x = 0, y = 1;
    fill(&x);
    assert(y == 1);
    assert(x == 0);
    return 0;
}
