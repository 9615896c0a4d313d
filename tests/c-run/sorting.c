// Insertion sort through pointers, and binary search.
#include <stdio.h>
extern short __VERIFIER_nondet_short(void);

static void sort(short *from, short *to)
{
    for (short *at = from + 1; at < to; at++) {
        short value = *at, *hole = at;
        for (; hole > from && hole[-1] > value; hole--)
            *hole = *(hole - 1);
        *hole = value;
    }
}

static int search(const short *values, int count, short value)
{
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (values[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && values[low] == value ? low : -1;
}

int main(void)
{
    short values[9];
    for (int i = 0; i < 9; ++i)
        values[i] = __VERIFIER_nondet_short();
    short first = values[0];
    sort(values, values + sizeof values / sizeof *values);
    for (const short *at = values; at != values + 9; at++)
        printf("%d\n", *at);
    printf("%d %d\n", search(values, 9, first), search(values, 9, 12345));
    return search(values, 9, first);
}
