/* Days of the calendar since 1970, there and back.
   With BUG defined, it is wrong. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int days(int y, int m, int d)
{
    int era, year, day;

    y -= m <= 2;
    era = y / 400;
    year = y - era * 400;
    day = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    return era * 146097 + year * 365 + year / 4 - year / 100 + day - 719468;
}

int main(void)
{
    int y = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    static const int length[13] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int leap, last;

    __VERIFIER_assume(y >= 1970 && y < 2100 && m >= 1 && m <= 12);
#ifdef BUG
    leap = y % 4 == 0 && y != 2000;
#else
    leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
#endif
    last = length[m] + (m == 2 && leap);
    if (m < 12)
        assert(days(y, m + 1, 1) - days(y, m, 1) == last);
    else
        assert(days(y + 1, 1, 1) - days(y, m, 1) == last);
    return 0;
}
