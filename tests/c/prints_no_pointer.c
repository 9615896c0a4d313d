// check: unsafe uninitialized@6
#include <stdio.h>
int main(void)
{
    char *text;
    fprintf(stderr, "%*d %s", 4, 1, text);
    return 0;
}
