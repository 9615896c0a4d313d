// check: safe
// check -DPAST: unsafe out-of-bounds@68
// check -DNEGATIVE: unsafe out-of-bounds@70
// check -DMEMBER: unsafe out-of-bounds@72
// check -DSAVED: unsafe out-of-bounds@74
// check -DMOVED: unsafe out-of-bounds@76
// check -DPART: unsafe out-of-bounds@79
// check -DKIN: unsafe out-of-bounds@81
// check -DCHECKED: unsafe out-of-bounds@83
// Functions that work on bytes go over rows from any place in them, also over rows that are part of a member, as far as that
// goes, and over parts of rows where no more memory is there.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
extern int __VERIFIER_nondet_int(void);

static unsigned char a[2][3];
static struct { char head[2]; unsigned char r[4][3]; char behind[8]; } s;

static unsigned long twice(unsigned long n)
{
    return 2 * n;
}

int main(void)
{
    int j = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    if (j < 0 || j > 2 || k < 0 || k > 2)
        return 0;
    memset(&a[0][j], 1, 3);
    assert(a[0][j] == 1 && (j == 0 || a[1][j - 1] == 1) && a[1][j] == 0);
    memset(a[0] + j, 2, 4);
    assert(a[1][j] == 2);
    memcpy(&a[0][j], "xyz", 3);
    assert(a[0][j] == 'x' && memchr(&a[0][j], 'z', 4) == &((unsigned char *)a)[j + 2]);
    memset(s.r[k], 1, 2 * sizeof s.r[0]);
    assert(s.r[k][0] == 1 && s.r[k + 1][2] == 1 && s.behind[0] == 0 && s.head[1] == 0);
    memset(s.r, 3, twice(6));
    assert(s.r[3][2] == 3 && s.behind[0] == 0);
    memset(s.r + k, 4, twice(3));
    assert(s.r[k + 1][2] == 4);
    // Memory that is no whole row.
    int (*part)[3] = malloc(8);
    memset(part, 1, 8);
    assert((*part)[1] == 0x01010101);
    memcpy(&(*part)[1], *part, 4);
    free(part);
    // The kin of these.
    unsigned char b[2][3] = {{0}};
    assert(mempcpy(b[0], a, 6) == b + 2 && memcmp(a, b, 6) == 0);
    bzero(&b[0][j], 4);
    assert(b[1][j] == 0 && b[1][0] == 0);
    bcopy(a[0], b[0], 6);
    b[1][2] = 'q';
    assert(memrchr(b[0], 'q', 6) == &b[1][2] && memccpy(a, b[0], 'q', 6) == a + 2 && a[1][2] == 'q');
    b[1][1] = 'p';
    assert(memmem(b[0], 6, "pq", 2) == &b[1][1]);
    __builtin___memcpy_chk(b[0], "abcde", 6, 6);
    assert(b[1][0] == 'd');
    __builtin___memset_chk(&b[0][2], 0, 2, 4);
    assert(b[1][0] == 0 && b[1][1] == 'e');
    int *odd = malloc(k + 8);
    memset(odd, 0, k + 8);
    free(odd);
#ifdef PAST
    memset(&a[0][j], 1, 5);
#elif defined NEGATIVE
    memset(&a[1][j - 1], 1, 3);
#elif defined MEMBER
    memset(s.r[k + 1], 1, 3 * sizeof s.r[0]);
#elif defined SAVED
    memset(s.r, 0, twice(7));
#elif defined MOVED
    memset(s.r + k, 0, twice(4));
#elif defined PART
    int (*short_row)[3] = malloc(8);
    memset(short_row, 1, 9);
#elif defined KIN
    mempcpy(&b[0][j], a, 5);
#elif defined CHECKED
    __builtin___memcpy_chk(b[1], "abcde", k + 2, 6);
#endif
    return 0;
}
