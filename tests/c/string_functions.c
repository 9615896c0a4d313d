// check: safe
#include <assert.h>
#include <string.h>
int main(void)
{
    char buffer[8];
    strcpy(buffer, "abc");
    assert(strlen(buffer) == 3);
    assert(strcmp(buffer, "abd") < 0);
    memset(buffer, 0, sizeof buffer);
    assert(buffer[2] == 0);
    return 0;
}
