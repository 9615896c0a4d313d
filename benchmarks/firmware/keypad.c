/* A lock with a keypad: a code of four digits, three attempts, a time of penalty, a new code. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum state { LOCKED, UNLOCKED, PENALTY, CHANGING };
#define DIGITS 4
#define ATTEMPTS 3

struct lock {
    enum state state;
    int code[DIGITS];
    int entered[DIGITS];
    int count;
    int failures;
    int penalty;
};

static int matches(const struct lock *l)
{
    for (int i = 0; i < DIGITS; i++)
        if (l->code[i] != l->entered[i])
            return 0;
    return 1;
}

static void complete(struct lock *l)
{
    l->count = 0;
    if (l->state == CHANGING) {
        for (int i = 0; i < DIGITS; i++)
            l->code[i] = l->entered[i];
        l->state = UNLOCKED;
        return;
    }
    if (matches(l)) {
        l->failures = 0;
        l->state = UNLOCKED;
    } else if (++l->failures == ATTEMPTS) {
        l->state = PENALTY;
        l->penalty = 60;
    }
}

static void digit(struct lock *l, int d)
{
#ifdef BUG
    if (l->state == PENALTY)
        return;
#else
    if (l->state == PENALTY || l->state == UNLOCKED)
        return;
#endif
    l->entered[l->count++] = d;
    if (l->count == DIGITS)
        complete(l);
}

static void second(struct lock *l)
{
    if (l->state == PENALTY && --l->penalty == 0) {
        l->failures = 0;
        l->state = LOCKED;
    }
}

int main(void)
{
    struct lock l = {LOCKED, {1, 2, 3, 4}, {0}, 0, 0, 0};
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        if (key >= 0 && key <= 9) {
            digit(&l, key);
        } else if (key == 10) {
            second(&l);
        } else if (key == 11 && l.state == UNLOCKED) {
            l.state = LOCKED;
        } else if (key == 12 && l.state == UNLOCKED) {
            l.state = CHANGING;
        }
        assert(l.count >= 0 && l.count < DIGITS);
        assert(l.failures >= 0 && l.failures <= ATTEMPTS);
        assert(l.penalty >= 0 && l.penalty <= 60);
        if (l.state == PENALTY)
            assert(l.penalty > 0 && l.failures == ATTEMPTS);
        if (l.state == UNLOCKED)
            assert(l.count == 0);
        assert(l.code[0] >= 0 && l.code[0] <= 9);
    }
    return 0;
}
