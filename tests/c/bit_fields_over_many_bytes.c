// check: safe
// check -DBUG: unsafe assertion@48
// Bit-fields that share bytes with each other, one after the other, over more than 16 bytes, and more than 32.
#include <assert.h>
#include <string.h>
extern unsigned long nondet_ulong(void);
#pragma pack(1)
struct long_row {
    unsigned long a : 61;
    long b : 59;
    unsigned c : 27;
    int d : 31;
    unsigned long e : 63;
    unsigned char f : 7;
    unsigned g : 1;
};
struct longer_row {
    unsigned first : 5;
    unsigned long m0 : 63, m1 : 63, m2 : 63, m3 : 63, m4 : 63;
    signed char last : 4;
};
#pragma pack()
static struct longer_row known = {3, 1, 2, 0x5555555555555555, 4, 5, -3};
static struct long_row copy(const struct long_row *from) { return *from; }
int main(void) {
    unsigned long x = nondet_ulong();
    assert(sizeof(struct long_row) == 32 && sizeof(struct longer_row) == 41);
    struct long_row row;
    memset(&row, 0xff, sizeof row);
    assert(row.b == -1 && row.d == -1 && row.f == 127 && row.g == 1);
    row.a = x;
    row.b = (long)x;
    row.c = 0;
    row.d = (int)(x & 0x3fffffff);
    row.e = x >> 1;
    struct long_row other = copy(&row);
    assert(other.a == (x & 0x1fffffffffffffff));
    assert(other.c == 0 && other.d == (x & 0x3fffffff) && other.e == x >> 1 && other.f == 127);
    unsigned char bytes[32];
    memcpy(bytes, &other, sizeof bytes);
    assert(bytes[0] == (x & 255));
    assert((bytes[31] & 1) == 1);
    known.m2++;
    assert(known.first == 3 && known.m0 == 1 && known.m1 == 2 && known.m2 == 0x5555555555555556);
    assert(known.m3 == 4 && known.m4 == 5 && known.last == -3);
    known.m4 = x;
#ifdef BUG
    assert(known.m4 != 0x123456789);
#endif
    assert(known.m4 == (x & 0x7fffffffffffffff) && known.m3 == 4 && known.last == -3);
    return 0;
}
