/* Run lengths: bytes are packed into pairs and unpacked again. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define BYTES 12

/* Gives how many bytes were written, or -1 if there is no room. */
static int pack(const unsigned char *from, int n, unsigned char *to, int room)
{
    int at = 0;
    for (int i = 0; i < n;) {
        int run = 1;
        while (i + run < n && run < 255 && from[i + run] == from[i])
            run++;
        if (room - at < 2)
            return -1;
        to[at++] = (unsigned char)run;
        to[at++] = from[i];
        i += run;
    }
    return at;
}

static int unpack(const unsigned char *from, int n, unsigned char *to, int room)
{
    int at = 0;
    for (int i = 0; i + 1 < n; i += 2) {
        int run = from[i];
#ifdef BUG
        if (run > room)
#else
        if (run > room - at)
#endif
            return -1;
        for (int k = 0; k < run; k++)
            to[at++] = from[i + 1];
    }
    return at;
}

int main(void)
{
    unsigned char packed[2 * BYTES], out[BYTES];
    unsigned char data[BYTES];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > BYTES)
        return 0;
    for (int i = 0; i < n; i++)
        data[i] = __VERIFIER_nondet_uchar();
    int size = pack(data, n, packed, sizeof packed);
    assert(size >= 0);
    assert(size <= 2 * n);
    assert(size % 2 == 0);
    /* What comes over the wire need not be what was packed. */
    for (int i = 0; i < size; i++)
        if (__VERIFIER_nondet_int() > 0)
            packed[i] = __VERIFIER_nondet_uchar();
    int length = unpack(packed, size, out, sizeof out);
    assert(length >= -1 && length <= BYTES);
    return 0;
}
