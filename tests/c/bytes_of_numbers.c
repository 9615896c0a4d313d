// check: safe
// Numbers seen as their bytes, and bytes as numbers.
#include <assert.h>
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);
struct S { int a; short b; char c; signed char d; long l; };
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned char *p = (unsigned char *)&x;
    unsigned y = p[0] | p[1] << 8 | p[2] << 16 | (unsigned)p[3] << 24;
    assert(x == y);
    struct S s = { 0x01020304, 0x0506, 7, -8, -2 };
    unsigned char *q = (unsigned char *)&s;
    assert(q[0] == 4 && q[3] == 1 && q[4] == 6 && q[6] == 7 && q[7] == 248 && q[8] == 254);
    q[1] = 9;
    assert(s.a == 0x01020904);
    int *words = (int *)&s;
    words[1] = 0x11223344;
    assert(s.b == 0x3344 && s.c == 0x22 && s.d == 0x11);
    char text[16] = "";
    *(unsigned *)(text + 3) = x;
    assert(*(unsigned *)&text[3] == x && (unsigned char)text[4] == (x >> 8 & 255));
    return 0;
}
