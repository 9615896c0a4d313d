// check: safe
// check -DBUG: unsafe out-of-bounds@17
// GNU's older way to write a flexible array member.
#include <assert.h>
#include <stdlib.h>
struct s {
    int n;
    int data[0];
};

int main(void)
{
    struct s *p = malloc(sizeof *p + 3 * sizeof(int));
    assert(sizeof *p == 4);
    p->data[2] = 4;
#ifdef BUG
    p->data[3] = 4;
#endif
    assert(p->data[2] == 4);
    free(p);
    return 0;
}
