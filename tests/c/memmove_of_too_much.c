// check: unsafe out-of-bounds@6
#include <string.h>
int main(void)
{
    char a[10] = "abc";
    memmove(a, a + 1, (size_t)-1);
    return a[0];
}
