// check: safe
// check --data-model ILP32: safe
// check -DBUG: unsafe assertion@30
// What GCC makes of forms that C leaves open or forbids: bit-fields behind a comma, offsets of elements before an array,
// and types of variables with qualifiers of their own.
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

struct bits { int narrow : 3; unsigned wide : 20; unsigned long long more : 40; } bits;
struct list { int count; int of[3]; };

int main(void)
{
    int *plain = 0, *const fixed = 0;
    const int *shown = 0;
    struct list list = {__VERIFIER_nondet_int(), {1, 2, 3}};
    assert(sizeof(0, bits.narrow) == 1 && sizeof(0, bits.wide) == 4 && sizeof(0, bits.more) == 8);
    assert(sizeof((int)bits.narrow) == sizeof(int) && sizeof(0, +bits.narrow) == sizeof(int));
    assert(offsetof(struct list, of[-1]) == 0 && offsetof(struct list, of[3]) == sizeof list);
    assert(*(int *)((char *)&list + offsetof(struct list, of[-1])) == list.count);
    assert(offsetof(struct list, of[-2]) == (size_t)-4);
    assert(!__builtin_types_compatible_p(typeof(plain), const int *));
    assert(__builtin_types_compatible_p(typeof(shown), const int *));
    assert(__builtin_types_compatible_p(typeof(fixed), int *));
    assert(!__builtin_types_compatible_p(typeof(fixed), const int *));
    (void)plain, (void)fixed, (void)shown;
#ifdef BUG
    // The offset is that of the count.
    assert(*(int *)((char *)&list + offsetof(struct list, of[-1])) != 7);
#endif
    return 0;
}
