// check: safe
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
struct statistics {
    double sum, least, greatest;
    int count;
};
static void add(struct statistics *to, double x)
{
    to->sum += x;
    if (to->count == 0 || x < to->least)
        to->least = x;
    if (to->count == 0 || x > to->greatest)
        to->greatest = x;
    to->count++;
}
int main(void)
{
    struct statistics all = {0};
    for (int i = 0; i < 3; i++) {
        double x = __VERIFIER_nondet_double();
        __VERIFIER_assume(x >= -10 && x <= 10);
        add(&all, x);
    }
    double mean = all.sum / all.count;
    assert(mean >= -10 && mean <= 10);
    assert(all.least <= all.greatest);
    return 0;
}
