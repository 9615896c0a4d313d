/* A moving average over sixteen samples, with the least and the greatest one. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define WINDOW 16

struct average {
    int samples[WINDOW];
    int at, filled;
    long sum;
};

static void add(struct average *a, int sample)
{
    if (a->filled == WINDOW)
        a->sum -= a->samples[a->at];
    else
        a->filled++;
    a->samples[a->at] = sample;
    a->sum += sample;
#ifdef BUG
    a->at = a->at == WINDOW ? 0 : a->at + 1;
#else
    a->at = a->at == WINDOW - 1 ? 0 : a->at + 1;
#endif
}

static int mean(const struct average *a)
{
    return a->filled ? (int)(a->sum / a->filled) : 0;
}

static void range(const struct average *a, int *least, int *greatest)
{
    *least = *greatest = a->samples[0];
    for (int i = 1; i < a->filled; i++) {
        if (a->samples[i] < *least)
            *least = a->samples[i];
        if (a->samples[i] > *greatest)
            *greatest = a->samples[i];
    }
}

int main(void)
{
    struct average a = {{0}, 0, 0, 0};
    int previous = 0;
    while (__VERIFIER_nondet_int()) {
        int sample = __VERIFIER_nondet_int();
        if (sample < 0 || sample > 4095)
            continue;
        add(&a, sample);
        assert(a.at >= 0 && a.at < WINDOW);
        assert(a.filled >= 1 && a.filled <= WINDOW);
        int least, greatest;
        range(&a, &least, &greatest);
        assert(least <= greatest);
        previous = mean(&a);
    }
    assert(previous >= 0 && previous <= 4095);
    return 0;
}
