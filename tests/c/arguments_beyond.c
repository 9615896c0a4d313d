// check --arguments 3: safe
// check --arguments 6: unsafe
// Bugs that need more arguments are found, unless the user rules these out.
#include <assert.h>
int main(int argc, char **argv)
{
    if (argc == 6 && argv[5][0] == 'x')
        assert(0);
    return 0;
}
