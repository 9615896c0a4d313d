// check: safe
// check -DCOPY: unsafe out-of-bounds@43
// check -DSET: unsafe out-of-bounds@45
// check -DCOMPARE: unsafe out-of-bounds@47
// check -DROW: unsafe out-of-bounds@49
// check -DTEXT: unsafe out-of-bounds@51
// check -DMEMBER: unsafe out-of-bounds@55
// `memcpy` and its kin may go over all rows of an array, also by a number of bytes that is not known. Texts stay in their
// row.
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static int numbers[4][3];

static void clear(int (*rows)[3], unsigned long bytes)
{
    memset(rows, 0, bytes);
}

int main(void)
{
    char a[2][3] = {"ab", "cd"}, b[2][3] = {"", ""}, (*rows)[3] = b;
    unsigned n = __VERIFIER_nondet_int();
    if (n > 6)
        return 0;
    memcpy(b, "abcde", 6);
    assert(memcmp(b, "abcde", 6) == 0 && b[1][1] == 'e');
    memcpy(rows[0], a, sizeof a);
    assert(memcmp(a, b, sizeof a) == 0 && memchr(a, 'd', sizeof a) == &a[1][1]);
    memset(b[0], 'x', n);
    assert(n < 5 || (b[1][1] == 'x' && (n == 6 || b[1][2] == 0)));
    memmove(&a[0], &b[0], n);
    assert(memcmp(a, b, n) == 0);
    numbers[1][2] = 7;
    clear(numbers, 6 * sizeof(int));
    assert(numbers[1][2] == 0);
    clear(numbers + n / 2, (4 - n / 2) * sizeof numbers[0]);
    memset(numbers + 4, 0, 0);
    assert(memchr(b[0], 0, 6) == 0 || n < 6);
    n++;
#ifdef COPY
    memcpy(b, a, n);
#elif defined SET
    memset(b[1], 0, n);
#elif defined COMPARE
    return memcmp(&a[0], b, n);
#elif defined ROW
    memcpy(rows + 1, a, 4);
#elif defined TEXT
    strcpy(b[0], "abcd");
#elif defined MEMBER
    struct { char rows[2][3], behind[8]; } s = {{"ab", "cd"}, ""};
    memcpy(s.rows, b, n - 1);
    memset(s.rows, 0, n);
#endif
    return 0;
}
