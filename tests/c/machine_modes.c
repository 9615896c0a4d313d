// check: safe
// check -DBUG: unsafe assertion@15
#include <assert.h>
extern unsigned nondet_uint(void);
struct s {
    unsigned x __attribute__((mode(HI)));
    __attribute__((mode(DI))) int y;
};

int main(void)
{
    struct s s;
    s.x = nondet_uint();
#ifdef BUG
    assert(s.x != 4464);
#endif
    assert(sizeof s == 16 && sizeof s.x == 2 && s.x < 65536);
    return 0;
}
