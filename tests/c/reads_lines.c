// check: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    char line[5];
    if (!fgets(line, sizeof line, stdin)) return 1;
    size_t n = strlen(line);
    assert(n < 5);
    if (n == 4 && line[1] == '\n') assert(0);
    return 0;
}
