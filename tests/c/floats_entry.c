// check --entry largest --array-size 3: safe
// check --entry average --array-size 3: unsafe assertion@18
#include <assert.h>
double largest(const double *a, double bound)
{
    double most = a[0];
    for (int i = 1; i < 3; i++)
        if (a[i] > most)
            most = a[i];
    if (a[0] == a[0])
        assert(most >= a[0]);
    return most > bound ? bound : most;
}
float average(const float *a, int n)
{
    float sum = a[0] + a[1] + a[2];
    if (n == 3 && a[0] > 0 && a[1] > 0 && a[2] > 0)
        assert(sum / 3 < 1e5f);
    return n == 3 ? sum / 3 : sum;
}
