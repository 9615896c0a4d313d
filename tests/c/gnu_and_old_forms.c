// check: safe
#include <assert.h>
#include <stddef.h>
struct part { char c; int a[4] };
static int calls;
static int once(int x) { calls++; return x; }
static int old(a, p, c) char c; int *p; { return a + *p + c; }
static long (older)(x) long x; { return x; }
static int *shared = (int[]){7, 8};
static struct part whole = {1, {2, 3}};
#define kind(x) _Generic((x), int: 1, unsigned char: 2, char *: 3, default: 4)
static int swapped(int v)
{
    static int held;
    return __sync_lock_test_and_set(&held, v);
}
int nondet_int(void);
int main(void)
{
    int n = nondet_int(), m;
    m = once(n) ?: 9;
    assert(calls == 1 && (n ? m == n : m == 9));
    assert((0 ? : 5) == 5 && (n ?: 1) != 0);
    char *p = 0;
    assert((p ?: "x")[0] == 'x');
    int two = 2;
    assert(old(1, &two, 'A') == 68 && older(5L) == 5);
    shared[0]++;
    assert(shared[0] == 8 && shared[1] == 8 && whole.a[1] == 3);
    unsigned char byte = 1;
    assert(kind(n) == 1 && kind(byte) == 2 && kind(p) == 3 && kind(2L) == 4 && kind(byte + 1) == 1);
    assert(offsetof(struct part, a[2]) == 12 && offsetof(struct part, a) == 4);
    _Atomic int counter = 1;
    _Atomic(long) other = 2;
    counter += 2;
    assert(counter == 3 && other == 2 && swapped(4) == 0 && swapped(5) == 4);
    assert(__sync_bool_compare_and_swap(&two, 2, 6) && two == 6 && __atomic_fetch_add(&two, 1, 0) == 6);
    assert(__builtin_popcount(0xf0f) == 8 && __builtin_clz(1) == 31 && __builtin_ctz(8) == 3);
    assert(__builtin_bswap32(0x01020304) == 0x04030201 && __builtin_ffs(4) == 3);
    assert(__builtin_constant_p(3) && __builtin_choose_expr(1, 5, 6) == 5);
    __asm__ volatile("" : "+r"(n));
    asm volatile("nop");
    return 0;
}
