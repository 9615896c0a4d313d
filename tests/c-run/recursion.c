// Functions that call themselves and each other.
#include <stdio.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int odd(unsigned n);

static int even(unsigned n)
{
    return n == 0 ? 1 : odd(n - 1);
}

static int odd(unsigned n)
{
    return n == 0 ? 0 : even(n - 1);
}

static unsigned ackermann(unsigned m, unsigned n)
{
    if (m == 0)
        return n + 1;
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

static int moves;

static void hanoi(int n, int from, int to, int by)
{
    if (n == 0)
        return;
    hanoi(n - 1, from, by, to);
    moves = moves * 3 + from * 10 + to;
    hanoi(n - 1, by, to, from);
}

static int digits(long n, char *text)
{
    int length = n / 10 ? digits(n / 10, text) : 0;
    text[length] = '0' + n % 10;
    return length + 1;
}

int main(void)
{
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    char text[24] = {0};
    printf("%d %d\n", even(a), odd(b));
    printf("%u\n", ackermann(a % 3, b % 4));
    hanoi(b % 5, 1, 2, 3);
    printf("%d\n", moves);
    int length = digits(a * 100003l + b, text);
    for (char *c = text; *c; c++)
        printf("%d ", *c);

    return length;
}
