/* A pool of sixteen blocks with a bitmap of those in use. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define BLOCKS 16
#define BYTES 8

struct pool {
    unsigned char memory[BLOCKS * BYTES];
    unsigned used;
    int count;
};

static unsigned char *take(struct pool *p)
{
    for (int i = 0; i < BLOCKS; i++) {
        if (!(p->used & (1u << i))) {
            p->used |= 1u << i;
            p->count++;
            return p->memory + i * BYTES;
        }
    }
    return 0;
}

static int give(struct pool *p, unsigned char *block)
{
    int at = (int)(block - p->memory);
    if (at % BYTES != 0)
        return 0;
    int i = at / BYTES;
#ifdef BUG
    p->used ^= 1u << i;
#else
    if (!(p->used & (1u << i)))
        return 0;
    p->used &= ~(1u << i);
#endif
    p->count--;
    return 1;
}

int main(void)
{
    struct pool p = {{0}, 0, 0};
    unsigned char *last = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int() > 0) {
            unsigned char *block = take(&p);
            if (block) {
                block[0] = 1;
                block[BYTES - 1] = 1;
                last = block;
                assert(p.used != 0);
            } else {
                assert(p.used == 0xffff);
            }
        } else if (last) {
            give(&p, last);
        } else {
            unsigned i = __VERIFIER_nondet_uint();
            if (i < BLOCKS)
                give(&p, p.memory + i * BYTES);
        }
        assert(p.used <= 0xffff);
        assert(p.count >= 0 && p.count <= BLOCKS);
    }
    return 0;
}
