// check: unsafe null-dereference@8
#include <stdio.h>
int main(int argc, char **argv)
{
    const char *name = argc > 1 ? "some" : 0;
    puts(argc > 1 ? "some" : "none");
    perror(name);
    puts(name);
    return 0;
}
