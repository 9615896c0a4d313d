/* An elevator of six floors: calls, doors, direction. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define FLOORS 6
enum door { CLOSED, OPENING, OPEN, CLOSING };
enum direction { NONE, UP, DOWN };

struct elevator {
    int floor;
    enum door door;
    enum direction direction;
    int wait;
    unsigned char calls[FLOORS];
    int pending;
};

static void call(struct elevator *e, int floor)
{
    if (floor < 0 || floor >= FLOORS)
        return;
    if (!e->calls[floor]) {
        e->calls[floor] = 1;
        e->pending++;
    }
}

static int any_above(const struct elevator *e)
{
    for (int i = e->floor + 1; i < FLOORS; i++)
        if (e->calls[i])
            return 1;
    return 0;
}

static int any_below(const struct elevator *e)
{
    for (int i = e->floor - 1; i >= 0; i--)
        if (e->calls[i])
            return 1;
    return 0;
}

static void move(struct elevator *e)
{
    assert(e->door == CLOSED);
    if (e->direction == UP && any_above(e))
        e->floor++;
    else if (e->direction == DOWN && any_below(e))
        e->floor--;
    else if (any_above(e)) {
        e->direction = UP;
        e->floor++;
    } else if (any_below(e)) {
        e->direction = DOWN;
        e->floor--;
    } else {
        e->direction = NONE;
    }
#ifdef BUG
    if (e->direction == UP && e->calls[e->floor])
        e->floor++;
#endif
}

static void step(struct elevator *e)
{
    switch (e->door) {
    case CLOSED:
        if (e->calls[e->floor]) {
            e->calls[e->floor] = 0;
            e->pending--;
            e->door = OPENING;
        } else if (e->pending > 0) {
            move(e);
        }
        break;
    case OPENING:
        e->door = OPEN;
        e->wait = 3;
        break;
    case OPEN:
        if (--e->wait == 0)
            e->door = CLOSING;
        break;
    case CLOSING:
        e->door = CLOSED;
        break;
    }
}

int main(void)
{
    struct elevator e = {0, CLOSED, NONE, 0, {0}, 0};
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int() > 0)
            call(&e, __VERIFIER_nondet_int());
        step(&e);
        assert(e.floor >= 0 && e.floor < FLOORS);
        assert(e.wait >= 0 && e.wait <= 3);
        if (e.door == OPEN)
            assert(e.wait > 0);
        assert(e.pending >= 0 && e.pending <= FLOORS);
    }
    return 0;
}
