// Unsigned arithmetic wraps in every width.
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned hash(const unsigned char *bytes, int count)
{
    unsigned h = 2166136261u;
    for (int i = 0; i < count; i++) {
        h ^= bytes[i];
        h *= 16777619u;
    }
    return h;
}

static unsigned rotate(unsigned x, int by)
{
    by &= 31;
    return by ? x << by | x >> (32 - by) : x;
}

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned long y = __VERIFIER_nondet_ulong();
    unsigned char bytes[6];
    for (int i = 0; i < 6; i++)
        bytes[i] = __VERIFIER_nondet_uchar();
    printf("%u %u %u\n", x * x, x - 1, -x);
    printf("%lu %lu\n", y * y + 1, y << 7);
    printf("%u %u\n", hash(bytes, 6), rotate(x, bytes[0]));
    printf("%u\n", rotate(hash(bytes, 3), -x));
    return hash(bytes, 1) >> 24;
}
