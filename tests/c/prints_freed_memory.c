// check: unsafe dangling-pointer@9
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    char *text = malloc(2);
    text[0] = 0;
    free(text);
    fputs(text, stdout);
    return 0;
}
