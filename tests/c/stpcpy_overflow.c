// check: unsafe out-of-bounds@6
#include <string.h>
int main(void)
{
    char b[4];
    char *end = stpcpy(b, "four");
    return end != b;
}
