// check: unknown
// check --arguments 6: safe
#include <assert.h>
int main(int argc, char *argv[])
{
    int n = 0;
    while (argv[n]) n++;
    assert(n == argc);
    return 0;
}
