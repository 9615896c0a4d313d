// check: unsafe assertion@9
#include <assert.h>
int main(void)
{
    int n = 3;
    typedef int row[n];
    n = 5;
    row a;
    assert(sizeof a == 5 * sizeof(int));
    return 0;
}
