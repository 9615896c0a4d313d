// check: safe
// check -DBUG: unsafe assertion@38
// check --std=c2x -DTODAY: safe
// check --std=c23 -DTODAY: safe
// Attributes in brackets, assertions without a text, `\e`, sizes of functions and lists of arguments.
#include <assert.h>
#include <stdarg.h>
#ifdef TODAY
static_assert(alignof(int) == 4);
static int follows(bool b, int *p) { return b == true && p == nullptr; }
#endif
_Static_assert(sizeof(int) == 4);
struct point { int x; };
union one { int x; };

[[nodiscard]] static int twice([[maybe_unused]] int more, int n) { return 2 * n; }
[[noreturn]] static void waits(void) { for (;;); }
struct [[gnu::packed]] narrow { char c; int n; };

static int falls(int n)
{
    switch (n) {
    case 1: n++; [[fallthrough]];
    case 2: n++;
    }
    return n;
}

int main(void)
{
    int numbers[] = {3, 1, 2}, at[1] = {0};
    struct point p = {1};
    union one u = {2};
    _Static_assert(1);
    assert(numbers[at[0]] == 3 && twice(0, 4) == 8 && falls(1) == 3 && sizeof(struct narrow) == 5);
    assert('\e' == 27 && "\e[1m"[0] == 27 && sizeof "\e7" == 3 && "\\e"[1] == 'e');
#ifdef BUG
    assert(sizeof(main) == sizeof(void *));
#endif
    assert(sizeof(main) == 1 && sizeof(&main) == 8 && sizeof(va_list) == 24);
    assert(__builtin_classify_type(1) == 1 && __builtin_classify_type(1.0) == 8);
    assert(__builtin_classify_type("a") == 5 && __builtin_classify_type(p) == 12 && __builtin_classify_type(u) == 13);
#ifdef TODAY
    assert(follows(1, 0));
    const int fixed[2] = {1, 2};
    typeof_unqual(fixed[0]) free = 1;
    const typeof_unqual(&fixed[0]) pointer = fixed;
    assert(++free == 2 && _Generic(&free, int *: 1, const int *: 2) == 1);
    assert(_Generic(&pointer, const int *const *: 1, default: 2) == 1);
#endif
    if (numbers[1] == 7) waits();
    return 0;
}
