// check --check assert: safe
// check --check assert -DBUG: unsafe
// What is cleaned up is the name inside, not the one that gets the value.
#include <assert.h>
static int cleaned;
static void clean(int *at)
{
    (void)at;
    cleaned++;
}
static int value(void)
{
    int result = ({ int inner __attribute__((cleanup(clean))) = 60; inner; });
    return result;
}
int main(void)
{
    int got = value();
#ifdef BUG
    assert(cleaned != 1);
#endif
    assert(got == 60 && cleaned == 1);
    return 0;
}
