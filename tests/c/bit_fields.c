// check: safe
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
struct flags { unsigned ready : 1, level : 3; int step : 4; unsigned : 2; unsigned rest : 22; };
struct mixed { char kind; unsigned long low : 5; unsigned long high : 40; short end; };
union both { struct flags f; unsigned all; };
int main(void)
{
    struct flags f = { 1, 6, -3, 1000 };
    unsigned n = __VERIFIER_nondet_uint();
    assert(f.ready == 1 && f.level == 6 && f.step == -3 && f.rest == 1000);
    assert(sizeof f == 4 && sizeof(struct mixed) == 16);
    f.level += 3;
    assert(f.level == 1 && f.ready == 1 && f.step == -3);
    assert((f.level = n) == (n & 7));
    f.step++;
    assert(f.step-- == -2 && f.step == -3 && f.level - 8 < 0);
    union both b = { .f = f };
    assert((b.all & 1) == 1 && (b.all >> 1 & 7) == (n & 7) && (b.all >> 4 & 15) == 13);
    b.all ^= 1;
    assert(!b.f.ready);
    struct mixed m;
    memset(&m, 0, sizeof m);
    m.high = 0xabcdef0123;
    m.low = 31;
    assert(m.high == 0xabcdef0123 && m.low == 31 && m.kind == 0);
    return 0;
}
