// Integers that are read and written through pointers to integers of the other sign.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static uint32_t hash(const void *data, size_t size)
{
    const uint8_t *bytes = data;
    uint32_t value = 2166136261u;
    while (size--)
        value = (value ^ *bytes++) * 16777619u;
    return value;
}

static void fill(unsigned char *bytes, int count, int value)
{
    for (int i = 0; i < count; i++)
        bytes[i] = value + i;
}

static int sum(const signed char *bytes, int count)
{
    int total = 0;
    for (const signed char *end = bytes + count; bytes < end; bytes++)
        total += *bytes;
    return total;
}

static unsigned *choose(int which, int *left, unsigned *right)
{
    return which ? (unsigned *)left : right;
}

static int negative(void) { return -7; }

struct packet {
    char name[4];
    int length;
    unsigned long total;
};

static signed char table[3] = {-1, -128, 127};
static unsigned char *const view = (unsigned char *)table;

int main(void)
{
    char text[] = "\xff\x80z";
    const uint8_t *bytes = (const uint8_t *)text;
    printf("%d %d %d %d\n", text[0], bytes[0], bytes[1], *(bytes + 2));
    printf("%u %u\n", hash(text, sizeof text), hash(bytes, 2));

    char buffer[8];
    fill((unsigned char *)buffer, 8, 124);
    for (int i = 0; i < 8; i++)
        printf("%d ", buffer[i]);
    printf("\n%d %d\n", sum((signed char *)buffer, 8), sum((const signed char *)bytes, 3));

    unsigned char *p = (unsigned char *)buffer;
    printf("%d\n", *p = 200);
    printf("%d\n", buffer[0]);
    printf("%d\n", (*p)++);
    printf("%d\n", buffer[0]);
    printf("%d\n", ++*p);
    printf("%d\n", buffer[0]);
    printf("%d\n", *p += 60);
    printf("%d\n", buffer[0]);
    printf("%d\n", *p -= 10);
    printf("%d\n", buffer[0]);
    printf("%d\n", p[1] <<= 3);
    printf("%d\n", buffer[1]);
    printf("%d\n", p[2] >>= 2);
    printf("%d\n", buffer[2]);
    printf("%d\n", p[3] |= 0x80);
    printf("%d\n", buffer[3]);
    printf("%d\n", p[4] /= 3);
    printf("%d\n", buffer[4]);

    int x = INT_MIN, y = __VERIFIER_nondet_int();
    unsigned *u = (unsigned *)&x;
    printf("%u %d\n", *u, *u > 5);
    *u = 5;
    printf("%d\n", x);
    *u = 4000000000u;
    printf("%d %d\n", x, x / 2);
    *u /= 2;
    printf("%d\n", x);
    *u = negative();
    printf("%d %u\n", x, *u);
    u = (unsigned *)&y;
    *u ^= 0xffffffffu;
    printf("%d %u\n", y, *u);

    unsigned z = 3;
    for (int i = 0; i < 2; i++) {
        unsigned *either = choose(i, &x, &z);
        *either = -1 - i;
        printf("%d %u %u\n", x, z, *either);
        int *back = (int *)(void *)either;
        *back -= 10;
        printf("%d %u %d\n", x, z, *back);
    }

    short s = -2;
    *(unsigned short *)&s += 1;
    unsigned long l = ULONG_MAX;
    long *m = (long *)&l;
    long long wide = -5;
    *m -= 1;
    printf("%d %lu %ld %llu\n", s, l, *m, *(unsigned long long *)&wide);

    struct packet packet = {"ab", -3, 1};
    unsigned *length = (unsigned *)&packet.length;
    ((unsigned char *)packet.name)[1] = 250;
    *length += 1;
    *(long *)&packet.total = -9;
    printf("%d %d %u %lu\n", packet.name[1], packet.length, *length, packet.total);
    int grid[2][2] = {{-1, 2}, {3, -4}};
    unsigned *row = (unsigned *)grid[1];
    row[1] += 5;
    printf("%u %d\n", row[1], grid[1][1]);
    printf("%d %d %d\n", view[0], view[1], view[2]);
    view[2]++;
    printf("%d\n", table[2]);

    unsigned char copy[4], other[4];
    memcpy(copy, text, sizeof text);
    memset((char *)other, 200, sizeof other);
    printf("%d %d %d\n", copy[0], copy[1], other[3]);
    printf("%d %d\n", memcmp(copy, text, 4), memcmp(text, other, 4) > 0);
    printf("%d %d\n", (int)strlen((char *)copy), strcmp((const char *)copy, text));
    printf("%d\n", (int)((unsigned char *)strchr(text, 'z') - bytes));
    memmove((char *)copy + 1, copy, 2);
    printf("%d %d\n", copy[1], copy[2]);

    void *memory = malloc(4);
    char *start = memory;
    unsigned char *same = memory;
    start[0] = __VERIFIER_nondet_char();
    start[1] = -3;
    printf("%d %d %d\n", same[0] == (unsigned char)start[0], same[1], (void *)same == (void *)start);
    free(same);
    return 0;
}
