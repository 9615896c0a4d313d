// Floating point numbers that decide nothing: their operands are evaluated, and memory is as large
// as it should be.
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct point {
    char tag;
    double x;
    float y[3];
    long double z;
};

static int calls;

static double next(int x)
{
    calls += x & 7;
    return x * 0.5;
}

static float sum(const float *from, const float *to)
{
    float total = 0;
    while (from < to)
        total += *from++;
    return total;
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0;
    double values[4] = {1, 2.5, [3] = 1e-3}, *p = values;
    struct point point = {'a', next(n), {0, 1.5f}}, copy;
    values[i++] = next(n) + next(i) * -next(2);
    *++p += point.x = next(i++) / 3;
    double chosen = n > 0 ? next(1) : n;
    copy = point;
    copy.y[i] = sum(point.y, point.y + 3) - (float)chosen;
    copy.tag++;
    double *heap = malloc(3 * sizeof *heap);
    for (int k = 0; k < 3; k++)
        heap[k] = values[k], i += 10;
    printf("%d %d %d %d\n", calls, i, copy.tag, (int)(p - values));
    printf("%d %d %d\n", (int)sizeof(struct point), (int)sizeof(1.f * 2), (int)sizeof(chosen + 1.0L));
    free(heap);
    return calls;
}
