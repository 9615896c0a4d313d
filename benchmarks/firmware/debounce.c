/* Four buttons are debounced: a level counts once it was seen often enough in a row. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define BUTTONS 4
#define ENOUGH 5

struct button {
    unsigned char level;
    unsigned char stable;
    unsigned char seen;
    unsigned presses;
};

static int sample(struct button *b, unsigned char level)
{
    if (level == b->level) {
        if (b->seen < ENOUGH)
            b->seen++;
    } else {
        b->level = level;
        b->seen = 1;
    }
#ifdef BUG
    if (b->seen >= ENOUGH - 1 && b->stable != b->level) {
#else
    if (b->seen == ENOUGH && b->stable != b->level) {
#endif
        b->stable = b->level;
        if (b->stable) {
            assert(b->seen == ENOUGH);
            b->presses++;
            return 1;
        }
    }
    return 0;
}

int main(void)
{
    struct button buttons[BUTTONS] = {{0}};
    unsigned long ticks = 0, events = 0;
    while (__VERIFIER_nondet_int()) {
        unsigned char pins = __VERIFIER_nondet_uchar();
        unsigned now = 0;
        for (int i = 0; i < BUTTONS; i++) {
            now += sample(&buttons[i], (pins >> i) & 1);
            assert(buttons[i].seen <= ENOUGH);
            assert(buttons[i].stable <= 1);
        }
        assert(now <= BUTTONS);
        events += now;
        ticks++;
        if (ticks == 1000)
            break;
        assert(events <= BUTTONS * ticks);
    }
    assert(events <= 4000);
    return 0;
}
