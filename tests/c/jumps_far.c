// check: safe
// check -DBUG: unsafe assertion@38
// check -DGONE: unsafe invalid-call@50
// check -DFREED: unsafe dangling-pointer@43
// `longjmp` leads to just the call of `setjmp` that wrote its buffer, through functions and pointers to them.
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
extern int nondet_int(void);
static jmp_buf outer, inner;
static int deepest;

static int dig(int depth)
{
    deepest++;
    if (depth == 0)
        longjmp(outer, 0);
    return dig(depth - 1);
}

static void catches(int value)
{
    int got = setjmp(inner);
    if (got == 0)
        longjmp(inner, value);
    assert(got == value);
    longjmp(outer, value + 1);
}

static int leaves(void) { longjmp(inner, 3); }
static void set(void) { setjmp(inner); }
static void (*const by_pointer)(int) = catches;

int main(void)
{
    int x = nondet_int(), r = setjmp(outer);
#ifdef BUG
    assert(!(r == 6 && x == 3));
#endif
    char *p = malloc(1);
#ifdef FREED
    if (x == 7 && setjmp(inner) != 0)
        *p = 1;
    free(p);
    if (x == 7)
        longjmp(inner, 1);
#endif
#ifdef GONE
    set();
    longjmp(inner, 1);
#endif
    volatile int kept = 5;
    int again = setjmp(inner);
    if (x == 9 && again == 0)
        kept = leaves();
    assert(kept == 5);
    switch (r) {
    case 0: dig(2);
    case 1: assert(deepest == 3); by_pointer(5);
    case 6: return 0;
    default: assert(0);
    }
}
