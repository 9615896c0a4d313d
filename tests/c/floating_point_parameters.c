// check --entry scaled: unsafe assertion@8
// check --entry scaled --array-size 4 --check assert: unsafe assertion@8
#include <assert.h>
double scaled(double by, const double *values, int n)
{
    double sum = 0, unused;
    for (int i = 0; i < n; i++) sum += by * values[i];
    assert(n != 2);
    return sum;
}
