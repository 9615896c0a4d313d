// Bit-fields in structs under `#pragma pack`: they go beyond units of their types, whatever the number is.
#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

#pragma pack(1)
struct one { char a; unsigned y : 30; unsigned z : 3; };
struct zero { unsigned char x : 3; short y : 15; char z : 7; long : 0; char k : 2; };
struct row { unsigned first : 5; unsigned long m0 : 63, m1 : 63, m2 : 63, m3 : 63, m4 : 63; signed char last : 4; };
#pragma pack(2)
struct two { char a; int y : 20; long z : 44; char c; };
struct row2 { unsigned first : 5; unsigned long m0 : 63, m1 : 63, m2 : 63, m3 : 63, m4 : 63; signed char last : 4; };
#pragma pack(4)
struct four { char a; int y : 20; long z : 44; char c; };
#pragma pack(16)
struct sixteen { char a; int y : 20; long z : 44; char c; };
#pragma pack()
struct usual { char a; int y : 20; long z : 44; char c; };

static void show(const void *object, size_t size)
{
    const unsigned char *bytes = object;
    unsigned long sum = size;
    for (size_t i = 0; i < size; i++) {
        printf("%d ", bytes[i]);
        sum = sum * 31 + bytes[i];
    }
    printf("\n%lu\n", sum);
}

int main(void)
{
    long n = __VERIFIER_nondet_int();
    struct one one;
    memset(&one, 0, sizeof one);
    one.a = n, one.y = n * 3, one.z = n;
    show(&one, sizeof one);
    struct zero zero;
    memset(&zero, 0, sizeof zero);
    zero.x = n, zero.y = n, zero.z = n, zero.k = n;
    show(&zero, sizeof zero);
    struct row row;
    memset(&row, 0x5a, sizeof row);
    row.m0 = n, row.m2 = n * n, row.m4 = ~n, row.last = n;
    show(&row, sizeof row);
    printf("%d %d\n", row.last, (int)(row.m3 % 1000));
    struct row2 row2;
    memset(&row2, 0xa5, sizeof row2);
    row2.m1 = n, row2.m3 = n * 7;
    show(&row2, sizeof row2);
    struct two two;
    memset(&two, 0, sizeof two);
    two.a = 1, two.y = n, two.z = n, two.c = 4;
    show(&two, sizeof two);
    printf("%d %ld\n", two.y, (long)two.z);
    struct four four;
    memset(&four, 0, sizeof four);
    four.a = 1, four.y = n, four.z = n, four.c = 4;
    show(&four, sizeof four);
    struct sixteen sixteen;
    memset(&sixteen, 0, sizeof sixteen);
    sixteen.a = 1, sixteen.y = n, sixteen.z = n, sixteen.c = 4;
    show(&sixteen, sizeof sixteen);
    struct usual usual;
    memset(&usual, 0, sizeof usual);
    usual.a = 1, usual.y = n, usual.z = n, usual.c = 4;
    show(&usual, sizeof usual);
    return 0;
}
