// Programs that end themselves, in the middle of calls, loops and expressions.
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int depth;

static int down(int n)
{
    depth++;
    if (n <= 0)
        exit(depth + 300);
    return down(n - 1) + 1;
}

static int checked(int x)
{
    return x > 40 ? x : (exit(x - 7), 1);
}

static void give_up(void)
{
    printf("%d\n", depth);
    fflush(stdout);
    abort();
}

int main(void)
{
    unsigned way = (unsigned)__VERIFIER_nondet_int() % 5;
    int x = __VERIFIER_nondet_int() % 100;
    printf("%u %d\n", way, x);
    switch (way) {
    case 0:
        return down(x & 15);
    case 1:
        for (int i = 0;; i++)
            if (i * i > x)
                exit(i);
    case 2:
        return checked(x) + 1;
    case 3:
        give_up();
    }
    exit(x);
}
