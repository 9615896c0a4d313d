// check: safe
// check -DBUG: unsafe assertion@27
// Names of types with an alignment: members and variables that are declared with them have it.
#include <assert.h>
#include <stdint.h>
typedef int wide __attribute__((aligned(16)));
typedef struct { char tag; short value; } block __attribute__((aligned(8)));
typedef wide wider;
typedef struct { char c; int i; } plain __attribute__((packed));
typedef int loose __attribute__((aligned(1)));
struct mixed { char first; wide second; char third; block one; };
static wider global = 3;
static int at(const loose *p) { return *p; }
int main(void)
{
    wide local = 4;
    char bytes[8] = { 0, 7 };
    struct mixed mixed = { 1, 2, 3, { 6, 7 } };
    assert(sizeof(wide) == 4 && _Alignof(wide) == 16 && _Alignof(wider) == 16 && sizeof(plain) == 8);
    assert(sizeof(block) == 4 && _Alignof(block) == 8 && sizeof(struct mixed) == 32 && _Alignof(struct mixed) == 16);
    assert((char *)&mixed.second - (char *)&mixed == 16 && (char *)&mixed.one - (char *)&mixed == 24);
    assert((uintptr_t)&local % 16 == 0 && (uintptr_t)&global % 16 == 0 && (uintptr_t)&mixed.second % 16 == 0);
    assert(at((loose *)(bytes + 1)) == 7 && local + global == 7 && mixed.one.value == 7);
    wide *p = &local;
    assert(*p == 4);
#ifdef BUG
    assert(sizeof(struct mixed) == 48);
#endif
    return 0;
}
