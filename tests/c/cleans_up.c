// check: safe
// check -DBUG: unsafe assertion@63
// check -DGONE: unsafe dangling-pointer@66
// The attribute `cleanup`: a call is made however the block is left, the last variable first.
#include <assert.h>
#include <stdlib.h>
extern int nondet_int(void);
static int order;

static void note(int *number) { order = 10 * order + *number; }
static void release(void *place) { free(*(void **)place); }
#define CLEANED __attribute__((cleanup(note)))

static int leaves(int how)
{
    CLEANED int first = 1;
    if (how == 0) return first + order;
    {
        int second CLEANED = 2;
        if (how == 1) return second;
        if (how == 2) goto out;
    }
    {
        CLEANED int third = 3;
    }
out:
    return 7;
}

static int counts(void)
{
    char *bytes __attribute__((cleanup(release))) = malloc(3);
    bytes[1] = 5;
    return bytes[1];
}

static char *keeps(void)
{
    char *bytes __attribute__((cleanup(release))) = malloc(3);
    bytes[0] = 5;
    return bytes;
}

int main(void)
{
    int how = nondet_int();
    if (how < 0 || how > 2) return 0;
    int result = leaves(how);
    assert(how != 0 || result == 1 && order == 1);
    assert(how != 1 || result == 2 && order == 21);
    assert(how != 2 || result == 7 && order == 21);
    order = 0;
    for (int i = 0; i < 4; i++) {
        CLEANED int each = i;
        if (i == 1) continue;
        if (i == 2) break;
    }
    assert(order == 12);
    assert(counts() == 5);
#ifdef BUG
    order = 0;
    leaves(3);
    assert(order == 321);
#endif
#ifdef GONE
    return *keeps();
#endif
    return 0;
}
