// check: safe
// check -DBUG: unsafe assertion@24
// The attribute `vector_size` where types are written: of members, parameters, results and in casts.
#include <assert.h>
struct sample { int at; float __attribute__((vector_size(16))) values; short small __attribute__((vector_size(8))); };
static int __attribute__((vector_size(8))) twice(int __attribute__((vector_size(8))) x) { return x + x; }
static int sum(__attribute__((vector_size(8))) int x, int more) { return x[0] + x[1] + more; }
int __attribute__((vector_size(8))) declared(int, int __attribute__((vector_size(8))));
int __attribute__((vector_size(8))) declared(int by, int __attribute__((vector_size(8))) x) { return x * by; }
int main(void)
{
    struct sample sample = { 3, { 1, 2, 3, 4 }, { 7 } };
    sample.values += 1;
    sample.small[3] = 5;
    assert(sizeof sample == 48 && sample.values[3] == 5 && sample.small[0] == 7 && sample.small[1] == 0);
    int __attribute__((vector_size(8))) pair = twice((int __attribute__((vector_size(8)))){ 4, 5 });
    assert(sum(pair, 100) == 118 && declared(3, pair)[1] == 30);
    assert(sizeof(int __attribute__((vector_size(32)))) == 32);
    struct sample copy = sample;
    copy.small = (__typeof__(copy.small)){};
    copy.values = -copy.values;
    assert(copy.small[3] == 0 && sample.small[3] == 5 && copy.values[0] == -2);
#ifdef BUG
    assert(declared(2, pair)[0] == 8);
#endif
    return 0;
}
