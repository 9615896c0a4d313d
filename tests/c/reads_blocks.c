// check: unsafe assertion@11
#include <assert.h>
#include <stdio.h>
struct header { int magic; short version; };
int main(void)
{
    struct header h = {0, 0};
    unsigned char bytes[4] = {0};
    size_t got = fread(&h, sizeof h, 1, stdin);
    assert(got <= 1 && (got == 1 || h.magic == 0));
    assert(fread(bytes, 1, 4, stdin) == 4 || bytes[3] == 0 && h.version != 77);
    return 0;
}
