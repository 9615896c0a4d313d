// check: safe
// check -DBUG=1: unsafe assertion@49
// check -DBUG=2: unsafe assertion@51
// check -DBUG=3: unsafe assertion@53
// GCC computes with bit-fields that are wider than `int` in their own width.
#include <assert.h>
#include <stdarg.h>
unsigned long nondet_ulong(void);
struct wide {
    unsigned long long u : 40;
    long long s : 40;
    unsigned long long u33 : 33, u48 : 48, u32 : 32, u31 : 31;
    long long s33 : 33, s32 : 32;
    unsigned __int128 u100 : 100;
    unsigned long long u64 : 64;
    unsigned small : 5;
};
static unsigned long long second(int count, ...) {
    va_list list;
    va_start(list, count);
    (void)va_arg(list, unsigned long long);
    unsigned long long value = va_arg(list, unsigned long long);
    va_end(list);
    return value;
}
int main(void) {
    struct wide w;
    unsigned long long n = nondet_ulong();
    int i = 1, m = -1;
    unsigned one = 1;
    long l = 1, minus = -1;
    w.u = w.s = w.s33 = w.s32 = -1, w.u48 = -1, w.u33 = -1, w.u100 = -1, w.u64 = w.u32 = -1, w.u64 = -1, w.small = 0;
    // The sum is of 40 bits, unless the other number is wider.
    assert(w.u + 1 == 0 && w.u + i == 0 && w.u + one == 0 && w.u + l == 1L << 40 && w.u + 1.0 == 0x1p40);
    assert(w.u << 4 == 0xfffffffff0 && ~w.u == 0 && -w.u == 1 && w.u * w.u == 1 && w.u * w.u48 == 0xff0000000001);
    assert(w.u == m && !(w.u > m) && w.u != minus && w.s == w.u && w.s != w.u33 && w.s + w.u33 == 0x1fffffffeL);
    assert(w.s33 + one == 0 && w.u33 == m && w.s33 == w.u33 && w.s33 != one - 2);
    // 32 bits are an `int` or an `unsigned`, and fewer an `int`.
    assert(w.u32 + 1 == 0 && w.u32 == m && w.s32 == w.u32 && w.u64 + 1 == 0 && w.u100 + 1 == 0 && ~w.u100 == 0);
    w.u31 = 1;
    assert(w.u31 - 2 < 0 && (w.u31 = 3) - 4 < 0 && (w.small += 1, w.small = 2) - 3 < 0 && (0, w.u31) - 4 < 0);
    // So is what assignments, choices and commas give.
    assert((w.u = 0xffffffffff) + 1 == 0 && (w.u |= 0) + 1 == 0 && (i ? w.u : 0) + 1 == 0 && (i ? w.u : 0L) + 1 != 0);
    assert((w.u & 0xff) - 0x100 == 0xffffffffff && (w.u & 0xffL) - 0x100 == -1 && sizeof(w.u + 1) == 8);
    assert(second(2, w.u, w.u - 1) == 0xfffffffffe && second(2, w.u, w.u << 8) == 0xffffffff00);
    assert(_Generic(w.u + 0, unsigned long: 1, unsigned long long: 2, default: 3) == 3);
    w.u = n;
#if BUG == 1
    assert(w.u << 30 == (n & 0xffffffffff) << 30);
#elif BUG == 2
    assert(w.u + 1 != 0);
#elif BUG == 3
    assert(w.u - 1 < w.u);
#else
    assert(w.u << 30 == (n << 30 & 0xffffffffff) && (w.u + 1 == 0) == ((n + 1 & 0xffffffffff) == 0));
    assert(w.u - w.u48 == ((n & 0xffffffffff) + 1 & 0xffffffffffff));
#endif
    switch (w.u | m) {
    case 0x5ffffffffff: return 0;
    default: assert(0);
    }
}
