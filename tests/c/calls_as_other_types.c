// check: safe
// check -DBUG: unsafe assertion@36
// check -DNONE: unsafe invalid-call@39
// Functions are called through pointers to other types of functions, if parameters and results look the same; other
// names of functions, and unions made of a member.
#include <assert.h>
#include <stdlib.h>

struct box { int number; };
typedef int (*callback)(void *);
typedef union { int *numbers; const char *text; } anything __attribute__((transparent_union));

static int number_of(struct box *box) { return box->number; }
static unsigned next_of(unsigned *number) { return *number + 1; }
static double half(double x) { return x / 2; }
static int by_value(const int *a, const int *b) { return (*a > *b) - (*a < *b); }
static int call(callback function, void *with) { return function(with); }
static int counted(void) { static int count; return ++count; }
int also_counted(void) __attribute__((alias("counted")));
static int first(anything of) { return *of.numbers; }
static int letter(anything of) { return of.text[0]; }

int main(void)
{
    struct box box = { 4 };
    int numbers[3] = { 3, 1, 2 };
    assert(call((callback)number_of, &box) == 4);
    assert(call((callback)next_of, &numbers[0]) == 4);
    qsort(numbers, 3, sizeof *numbers, (int (*)(const void *, const void *))by_value);
    assert(numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 3);
    assert(counted() == 1 && also_counted() == 2 && also_counted == counted);
    assert(first(numbers) == 1 && letter("x") == 'x');
    union { int i; float f; } parts = (__typeof__(parts))1.0f;
    assert(parts.i == 0x3f800000);
#ifdef BUG
    assert(call((callback)next_of, &numbers[2]) == 3);
#endif
#ifdef NONE
    return ((callback)half)(&box)
#endif
    ;
}
