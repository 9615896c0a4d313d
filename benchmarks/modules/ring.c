/* A ring buffer of bytes with a power of two as its size. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct ring { unsigned char data[8]; unsigned head, tail; };
static void ring_init(struct ring *r) { r->head = r->tail = 0; }
static unsigned ring_used(const struct ring *r) { return r->head - r->tail; }
static unsigned ring_free(const struct ring *r) { return sizeof r->data - ring_used(r); }
static int ring_put(struct ring *r, unsigned char byte)
{
    if (ring_free(r) == 0)
        return 0;
#ifdef BUG
    r->data[r->head % (sizeof r->data + 1)] = byte;
#else
    r->data[r->head % sizeof r->data] = byte;
#endif
    r->head++;
    return 1;
}
static int ring_get(struct ring *r, unsigned char *byte)
{
    if (ring_used(r) == 0)
        return 0;
    *byte = r->data[r->tail % sizeof r->data];
    r->tail++;
    return 1;
}
static unsigned ring_write(struct ring *r, const unsigned char *from, unsigned n)
{
    unsigned done = 0;
    while (done < n && ring_put(r, from[done]))
        done++;
    return done;
}
int main(void)
{
    struct ring r;
    unsigned char in[12], out;
    ring_init(&r);
    for (int i = 0; i < 12; i++)
        in[i] = __VERIFIER_nondet_uchar();
    unsigned n = ring_write(&r, in, 5);
    assert(n == 5);
    for (unsigned i = 0; i < 3; i++) {
        assert(ring_get(&r, &out));
        assert(out == in[i]);
    }
    n = ring_write(&r, in + 5, 7);
    assert(n == 6 && ring_free(&r) == 0);
    for (unsigned i = 3; i < 11; i++) {
        assert(ring_get(&r, &out));
        assert(out == in[i]);
    }
    assert(!ring_get(&r, &out));
    return 0;
}
