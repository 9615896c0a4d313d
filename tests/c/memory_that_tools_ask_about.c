// check: safe
// check -DBUG: unsafe assertion@24
// Sizes of objects, places in them, whole arrays, classes of numbers: functions of CBMC, ESBMC and KLEE.
#include <assert.h>
#include <stdlib.h>
extern double nondet_double(void);
_Bool __CPROVER_same_object(const void *, const void *);

int main(void)
{
    int *p = malloc(5 * sizeof *p), other = 1;
    char text[7];
    assert(__CPROVER_OBJECT_SIZE(p) == 20 && __ESBMC_get_object_size(text) == 7);
    assert(klee_get_obj_size(&other) == 4);
    assert(__CPROVER_POINTER_OFFSET(p + 2) == 8 && __CPROVER_POINTER_OFFSET(p + 5) == 20);
    assert(__CPROVER_same_object(p, p + 3) && !__CPROVER_same_object(p, &other));
    __CPROVER_array_set(text, 'x');
    assert(text[0] == 'x' && text[6] == 'x');
    char copy[7];
    __CPROVER_array_copy(copy, text);
    assert(__CPROVER_array_equal(copy, text));
    __CPROVER_havoc_slice(copy + 2, 1);
#ifdef BUG
    assert(copy[2] == 'x');
#endif
    assert(copy[1] == 'x' && copy[3] == 'x');
    double d = nondet_double();
    if (__CPROVER_isnand(d))
        assert(d != d);
    if (__CPROVER_isgreaterd(d, 1.0))
        assert(!__CPROVER_sign(d) && d > 0);
    __ESBMC_loop_invariant(text[9] == 0);
    assert(!klee_is_symbolic(klee_get_value_i32(other)));
    free(p);
    return 0;
}
