/* A serial port: an interrupt fills a ring of bytes, the main loop drains it. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define SIZE 32

struct ring {
    unsigned char data[SIZE];
    unsigned head, tail, count;
    unsigned long lost, received, delivered;
};

static void receive(struct ring *r, unsigned char byte)
{
    r->received++;
#ifdef BUG
    if (r->count > SIZE) {
#else
    if (r->count == SIZE) {
#endif
        r->lost++;
        return;
    }
    r->data[r->head] = byte;
    r->head = (r->head + 1) % SIZE;
    r->count++;
}

static int deliver(struct ring *r, unsigned char *byte)
{
    if (r->count == 0)
        return 0;
    *byte = r->data[r->tail];
    r->tail = (r->tail + 1) % SIZE;
    r->count--;
    r->delivered++;
    return 1;
}

int main(void)
{
    struct ring r = {{0}, 0, 0, 0, 0, 0, 0};
    unsigned char byte;
    unsigned sum = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int() > 0) {
            receive(&r, __VERIFIER_nondet_uchar());
        } else if (deliver(&r, &byte)) {
            sum = (sum + byte) & 0xff;
        }
        assert(r.count <= SIZE);
        assert(r.head < SIZE && r.tail < SIZE);
        assert(sum <= 0xff);
        assert(r.received == r.lost + r.delivered + r.count);
    }
    return 0;
}
