/* A ring buffer of a power of two of slots.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#define SIZE 16u

static uint8_t slots[SIZE];
static uint32_t head, tail;

static int put(uint8_t value)
{
#ifdef BUG
    if (tail - head > SIZE)
#else
    if (tail - head == SIZE)
#endif
        return 0;
    slots[tail++ & (SIZE - 1)] = value;
    return 1;
}

static int get(uint8_t *value)
{
    if (head == tail)
        return 0;
    *value = slots[head++ & (SIZE - 1)];
    return 1;
}

int main(void)
{
    uint32_t filled = __VERIFIER_nondet_uint();
    uint8_t a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), got = 0;

    head = tail = __VERIFIER_nondet_uint();
    __VERIFIER_assume(filled <= SIZE);
    tail += filled;
    if (put(a) && put(b)) {
        assert(tail - head <= SIZE);
        for (uint32_t i = 0; i < 3; i++)
            if (filled == i)
                for (uint32_t k = 0; k <= i; k++)
                    get(&got);
        if (filled < 3)
            assert(got == a);
    }
    return 0;
}
