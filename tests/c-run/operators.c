// Short circuits, the comma, `?:`, compound assignment, increments, and what order they leave.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet__Bool(void);

static int calls;

static int count(int result)
{
    calls = calls * 2 + 1;
    return result;
}

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    _Bool flag = __VERIFIER_nondet__Bool();
    int values[4] = {x, y, x ^ y, x & y};
    int *at = values;
    int both = count(x > y) && count(flag), either = count(x & 1) || count(y & 1);
    printf("%d %d %d\n", both, either, calls);
    printf("%d\n", *at++);
    printf("%d\n", (int)(at - values));
    *at++ += 3;
    --at;
    printf("%d %d\n", *at, values[1]);
    at[1] <<= 2;
    at[2] |= at[-1];
    printf("%d %d\n", values[2], values[3]);
    x = (y = x++ & 0xff, y - 1);
    printf("%d %d\n", x, y);
    flag += 2;
    printf("%d %d %d\n", flag, !x, !!y);
    unsigned char small = 250;
    for (int i = 0; i < 10; i++)
        small++;
    printf("%d %u\n", small--, flag ? -1 : 1u);
    return small ? x : y;
}
