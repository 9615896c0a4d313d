// check: unsafe assertion@14
#include <assert.h>
#include <string.h>
int main(int argc, char **argv)
{
    if (argc != 3)
        return 1;
    if (argv[3] != 0)
        return 3;
    if (strcmp(argv[1], "-x") == 0) {
        int n = 0;
        for (char *p = argv[2]; *p >= '0' && *p <= '9'; p++)
            n = n * 10 + (*p - '0');
        assert(n != 42);
    }
    return 0;
}
