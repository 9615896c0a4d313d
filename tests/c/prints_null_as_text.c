// check: safe
#include <stdio.h>
int main(void)
{
    char *text = 0;
    printf("%s\n", text);
    return 0;
}
