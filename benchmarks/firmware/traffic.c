/* Traffic lights of a crossing with a button for people on foot: a table of phases. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum light { RED, AMBER, GREEN };
enum phase { ALL_RED, MAIN_GREEN, MAIN_AMBER, SIDE_GREEN, SIDE_AMBER, WALK, PHASES };

struct row {
    enum light main, side;
    int walk;
    int least, most;
    enum phase next;
};

static const struct row table[PHASES] = {
    [ALL_RED] = {RED, RED, 0, 1, 2, MAIN_GREEN},
    [MAIN_GREEN] = {GREEN, RED, 0, 10, 40, MAIN_AMBER},
    [MAIN_AMBER] = {AMBER, RED, 0, 3, 3, SIDE_GREEN},
    [SIDE_GREEN] = {RED, GREEN, 0, 5, 20, SIDE_AMBER},
    [SIDE_AMBER] = {RED, AMBER, 0, 3, 3, ALL_RED},
    [WALK] = {RED, RED, 1, 8, 8, ALL_RED},
};

struct crossing {
    enum phase phase;
    int timer;
    int requested;
    unsigned long cycles;
};

static void go(struct crossing *c, enum phase next)
{
    assert(next >= ALL_RED && next < PHASES);
    c->phase = next;
    c->timer = 0;
}

static void tick(struct crossing *c, int car_waits, int button)
{
    const struct row *row = &table[c->phase];
    if (button)
        c->requested = 1;
    c->timer++;
    if (c->timer < row->least)
        return;
    if (c->timer < row->most && !car_waits)
        return;
    if (c->phase == ALL_RED && c->requested) {
        c->requested = 0;
        go(c, WALK);
    } else {
        if (c->phase == SIDE_AMBER)
            c->cycles++;
        go(c, row->next);
    }
}

int main(void)
{
    struct crossing c = {ALL_RED, 0, 0, 0};
    while (__VERIFIER_nondet_int()) {
#ifdef BUG
        if (__VERIFIER_nondet_int() == 77)
            c.phase++;
#endif
        tick(&c, __VERIFIER_nondet_int() > 0, __VERIFIER_nondet_int() > 0);
        assert(c.phase >= ALL_RED && c.phase < PHASES);
        const struct row *now = &table[c.phase];
        assert(now->main == RED || now->side == RED);
        if (now->walk)
            assert(now->main == RED && now->side == RED);
        assert(c.timer >= 0 && c.timer <= 40);
        assert(c.requested == 0 || c.requested == 1);
    }
    return 0;
}
