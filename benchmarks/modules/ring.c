/* A ring buffer of bytes with a power of two as its size. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct ring {
    unsigned char data[8];
    unsigned head, tail;
};

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

static unsigned ring_read(struct ring *r, unsigned char *to, unsigned n)
{
    unsigned done = 0;
    while (done < n && ring_get(r, &to[done]))
        done++;
    return done;
}

/* Looks at a byte without taking it. */
static int ring_peek(const struct ring *r, unsigned ahead, unsigned char *byte)
{
    if (ahead >= ring_used(r))
        return 0;
    *byte = r->data[(r->tail + ahead) % sizeof r->data];
    return 1;
}

/* How many bytes come before the first one of this value; all if there is none. */
static unsigned ring_until(const struct ring *r, unsigned char wanted)
{
    unsigned char byte;
    unsigned n = 0;
    while (ring_peek(r, n, &byte) && byte != wanted)
        n++;
    return n;
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
    unsigned char back[3];
    assert(ring_write(&r, in, 3) == 3 && ring_until(&r, in[0]) == 0);
    assert(ring_until(&r, 7) <= 3);
    assert(ring_peek(&r, 2, &out) && out == in[2] && !ring_peek(&r, 3, &out));
    assert(ring_read(&r, back, 3) == 3 && memcmp(back, in, 3) == 0);
    assert(ring_used(&r) == 0);
    return 0;
}
