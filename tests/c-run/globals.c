// Variables of the program and of functions that keep their values; hidden names; loops left early.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

static int seed = 42;
static const int primes[] = {2, 3, 5, 7, 11, 13};
static struct { int low, high; } range = {.high = 10};
static int *current = &seed;

static int next(void)
{
    static unsigned state = 1;
    state = state * 1103515245u + 12345u;
    return state >> 16 & 0x7fff;
}

static int first_divisor(int n)
{
    int found = 0;
    for (unsigned i = 0; i < sizeof primes / sizeof primes[0]; i++) {
        if (n % primes[i])
            continue;
        found = primes[i];
        break;
    }
    return found;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    *current += x;
    {
        int seed = 5;
        seed++;
        printf("%d\n", seed);
    }
    printf("%d\n", seed);
    for (int i = 0; i < 4; i++)
        printf("%d %d\n", next(), first_divisor(seed + i));
    current = &range.high;
    do {
        range.low += 3;
        if (range.low == *current - 1)
            goto out;
    } while (range.low < *current);
out:
    printf("%d %d\n", range.low, range.high);
    return *current + first_divisor(x);
}
