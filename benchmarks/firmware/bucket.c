/* A limiter of rates: tokens come with time, packets take them; four classes share one bucket. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define CLASSES 4
#define CAPACITY 100000u

struct limiter {
    unsigned tokens;
    unsigned rate;
    unsigned reserved[CLASSES];
    unsigned long sent, refused;
};

static void refill(struct limiter *l, unsigned elapsed)
{
    if (elapsed > 1000)
        elapsed = 1000;
    unsigned more = elapsed * l->rate;
#ifdef BUG
    l->tokens += more;
#else
    l->tokens = more > CAPACITY - l->tokens ? CAPACITY : l->tokens + more;
#endif
}

static int send(struct limiter *l, unsigned class, unsigned size)
{
    if (class >= CLASSES || size == 0 || size > 1500)
        return 0;
    if (l->tokens < size + l->reserved[class]) {
        l->refused++;
        return 0;
    }
    l->tokens -= size;
    l->sent += size;
    return 1;
}

int main(void)
{
    struct limiter l = {CAPACITY, 100, {0, 1000, 5000, 20000}, 0, 0};
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
        case 0:
            refill(&l, __VERIFIER_nondet_uint());
            break;
        case 1: {
            unsigned before = l.tokens;
            if (send(&l, __VERIFIER_nondet_uint(), __VERIFIER_nondet_uint()))
                assert(l.tokens < before);
            else
                assert(l.tokens == before);
            break;
        }
        case 2: {
            unsigned rate = __VERIFIER_nondet_uint();
            if (rate >= 1 && rate <= 10000)
                l.rate = rate;
            break;
        }
        default:
            break;
        }
        assert(l.tokens <= CAPACITY);
        assert(l.rate >= 1 && l.rate <= 10000);
    }
    return 0;
}
