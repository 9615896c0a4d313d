/* A parser of frames: two marks, a length, the data, a checksum; resynchronises after errors. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define LIMIT 24
enum state { MARK1, MARK2, LENGTH, PAYLOAD, SUM_LOW, SUM_HIGH };

struct parser {
    enum state state;
    unsigned char length, at;
    unsigned char data[LIMIT];
    unsigned short sum, expected;
    unsigned good, bad;
};

static int accept(struct parser *p, unsigned char byte)
{
    switch (p->state) {
    case MARK1:
        if (byte == 0xB5)
            p->state = MARK2;
        return 0;
    case MARK2:
        p->state = byte == 0x62 ? LENGTH : byte == 0xB5 ? MARK2 : MARK1;
        return 0;
    case LENGTH:
#ifdef BUG
        if (byte == 0) {
#else
        if (byte == 0 || byte > LIMIT) {
#endif
            p->bad++;
            p->state = MARK1;
            return 0;
        }
        p->length = byte;
        p->at = 0;
        p->sum = byte;
        p->state = PAYLOAD;
        return 0;
    case PAYLOAD:
        assert(p->at < p->length);
        p->data[p->at++] = byte;
        p->sum = (unsigned short)(p->sum + byte);
        if (p->at == p->length)
            p->state = SUM_LOW;
        return 0;
    case SUM_LOW:
        p->expected = byte;
        p->state = SUM_HIGH;
        return 0;
    case SUM_HIGH:
        p->expected |= (unsigned short)(byte << 8);
        p->state = MARK1;
        if (p->expected == p->sum) {
            p->good++;
            return 1;
        }
        p->bad++;
        return 0;
    }
    return 0;
}

int main(void)
{
    struct parser p = {MARK1, 0, 0, {0}, 0, 0, 0, 0};
    unsigned long bytes = 0;
    while (__VERIFIER_nondet_int()) {
        int complete = accept(&p, __VERIFIER_nondet_uchar());
        if (bytes < 1000000)
            bytes++;
        assert(p.length <= LIMIT);
        assert(p.at <= p.length);
        if (complete) {
            assert(p.state == MARK1);
            assert(p.at == p.length && p.length >= 1);
        }
        if (p.state == PAYLOAD)
            assert(p.at < p.length);
    }
    return 0;
}
