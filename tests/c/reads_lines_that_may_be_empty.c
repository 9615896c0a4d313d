// check: unsafe out-of-bounds@10
#include <stdio.h>
#include <string.h>
int main(void)
{
    char line[5], *p = fgets(line, 5, stdin);
    if (!p) return 1;
    size_t n = strlen(line);
    // The first character may be a zero.
    if (line[n - 1] == '\n')
        line[n - 1] = 0;
    return 0;
}
