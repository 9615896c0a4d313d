// check: unsafe null-dereference@7
#include <string.h>
int main(void)
{
    char text[] = "one";
    strtok(text, ",");
    return *strtok(0, ",") == 'x';
}
