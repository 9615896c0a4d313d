// check: safe
#include <assert.h>
int main(int argc, char *argv[])
{
    if (argc > 3) return 1;
    int n = 0;
    while (argv[n]) n++;
    assert(n == argc);
    return 0;
}
