// Division rounds toward zero; remainders have the dividend's sign; shifts of negative numbers.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);

static int halves(int x)
{
    int count = 0;
    while (x != 0) {
        x /= 2;
        count++;
    }
    return count;
}

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    long z = __VERIFIER_nondet_long();
    if (y == 0 || y == -1)
        y = -7;
    printf("%d %d %d %d\n", x / y, x % y, x / -3, x % -3);
    printf("%d %d\n", (x / y) * y + x % y == x, x >> 1);
    printf("%ld %ld %ld\n", z / 1000, z % 1000, z >> 5);
    printf("%u %u\n", (unsigned)x / 3u, (unsigned)x % 10u);
    printf("%d %d\n", halves(x), halves(y));
    return x % 100;
}
