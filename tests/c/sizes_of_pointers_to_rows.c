// check: safe
// A pointer has its own size, whatever the length of the rows that it points to.
#include <assert.h>
int main(void)
{
    int n = 3;
    typedef int row[n];
    typedef int (*rows)[n];
    assert(sizeof(int (*)[n]) == sizeof(void *) && sizeof(rows) == sizeof(void *) && sizeof(row *) == sizeof(void *));
    assert(sizeof(row) == 3 * sizeof(int));
    return 0;
}
