// check: unsafe out-of-bounds@8
#include <stddef.h>
void klee_check_memory_access(const void *, size_t);
int main(void)
{
    char text[4];
    klee_check_memory_access(text, 4);
    klee_check_memory_access(text + 1, 4);
    return 0;
}
