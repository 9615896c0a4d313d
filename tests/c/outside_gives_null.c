// check: unsafe null-dereference@5
#include <stdlib.h>
int main(void)
{
    return getenv("HOME")[0] == '/';
}
