// check: unsafe null-dereference@8
#include <stdio.h>
int main(int argc, char **argv)
{
    const char *name = argc > 1 ? "some" : 0;
    puts(argc > 1 ? "some" : "none");
    perror(name);
    printf("%d %s\n", argc, name);
    return 0;
}
