/* Frames with escapes, as on a serial line: a decoder that is fed byte by byte. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

enum { END = 0xC0, ESC = 0xDB, ESC_END = 0xDC, ESC_ESC = 0xDD };
#define MOST 16

enum state { WAITING, DATA, ESCAPED, DROPPING };

struct decoder {
    enum state state;
    unsigned char frame[MOST];
    unsigned length;
    unsigned frames, dropped;
};

static void store(struct decoder *d, unsigned char byte)
{
#ifdef BUG
    if (d->length > MOST) {
#else
    if (d->length >= MOST) {
#endif
        d->state = DROPPING;
        d->dropped++;
        return;
    }
    d->frame[d->length++] = byte;
    d->state = DATA;
}

/* Gives the length of a frame that is complete, else 0. */
static unsigned feed(struct decoder *d, unsigned char byte)
{
    unsigned done = 0;
    switch (d->state) {
    case WAITING:
        if (byte == END)
            break;
        d->length = 0;
        if (byte == ESC)
            d->state = ESCAPED;
        else
            store(d, byte);
        break;
    case DATA:
        if (byte == END) {
            done = d->length;
            d->frames++;
            d->state = WAITING;
        } else if (byte == ESC) {
            d->state = ESCAPED;
        } else {
            store(d, byte);
        }
        break;
    case ESCAPED:
        if (byte == ESC_END)
            store(d, END);
        else if (byte == ESC_ESC)
            store(d, ESC);
        else {
            d->state = DROPPING;
            d->dropped++;
        }
        break;
    case DROPPING:
        if (byte == END)
            d->state = WAITING;
        break;
    }
    return done;
}

int main(void)
{
    struct decoder d = {WAITING, {0}, 0, 0, 0};
    unsigned checksum = 0;
    while (__VERIFIER_nondet_int()) {
        unsigned n = feed(&d, __VERIFIER_nondet_uchar());
        assert(n <= MOST);
        assert(d.length <= MOST);
        assert(d.state <= DROPPING);
        checksum = 0;
        for (unsigned i = 0; i < n; i++)
            checksum = (checksum + d.frame[i]) & 0xffff;
        assert(checksum <= MOST * 255);
        if (n > 0)
            assert(d.state == WAITING);
    }
    return 0;
}
