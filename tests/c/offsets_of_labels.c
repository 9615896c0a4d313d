// check: safe
// check -DBUG: unsafe assertion@41
// check -DSTRAY: unsafe error-statement@11
#include <assert.h>
#include <stddef.h>
extern int nondet_int(void);
/* Tables of how far labels lie from one of them. */
static int step(int code, int value) {
    static const int table[] = {&&add - &&add, &&twice - &&add, &&negate - &&add};
#ifdef STRAY
    goto *(&&add + table[code] + 1);
#else
    goto *(&&add + table[code]);
#endif
add:
    return value + 1;
twice:
    return value * 2;
negate:
    return -value;
}
/* The same as numbers. */
static int other(int code) {
    static const ptrdiff_t table[] = {(char *)&&one - (char *)&&two, (long)&&two - (long)&&two};
    goto *(void *)((char *)&&two + table[code]);
one:
    return 1;
two:
    return 2;
}
/* Where one is, as kernels write it. */
#define HERE ({ __label__ here; here: (unsigned long)&&here; })
static int numbers[8];
static ptrdiff_t between = &numbers[6] - &numbers[1], bytes = (char *)&numbers[2] - (char *)numbers;
int main(void) {
    int code = nondet_int(), value = nondet_int();
    if (code < 0 || code > 2 || value < -100 || value > 100) return 0;
    int result = step(code, value);
    assert(result == (code == 0 ? value + 1 : code == 1 ? 2 * value : -value));
#ifdef BUG
    assert(result != -77);
#endif
    assert(other(code % 2) == 1 + code % 2);
    assert(between == 5 && bytes == 8);
    assert(HERE != 0);
    return 0;
}
