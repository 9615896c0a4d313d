// check: unsafe out-of-bounds@35
// check --check assert: safe
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
struct point {
    double x, y;
    int tag;
    float weights[3];
};
static double total = 1.5 * 2 + 1;
static float mean(const float *values, int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 5)
        return 0;
    struct point point = {1, 2.5, 3, {1.f}};
    double *values = malloc(n * sizeof(double)), d = __VERIFIER_nondet_double();
    for (int i = 0; i < n; i++)
        values[i] = -d * i + sqrt(total);
    point.x += n > 2 ? d : n;
    total -= mean(point.weights, 3), d++, point.tag++;
    printf("%f %d\n", point.x, point.tag);
    assert(point.tag == 4 && sizeof point == 32 && sizeof(long double) >= 12);
    values[point.tag] = 0;
    free(values);
    return 0;
}
