/* A vending machine: coins come in, a drink and change go out. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum state { IDLE, CREDIT, VEND, CHANGE, OUT_OF_ORDER };
enum event { COIN_10, COIN_20, COIN_50, BUTTON, REFUND, TICK, JAM, SERVICE };
enum { PRICE = 50, MOST_CREDIT = 200, STOCK = 12 };

struct machine {
    enum state s;
    int credit;
    int stock;
    int sold;
    int jams;
};

static int value_of(enum event e)
{
    switch (e) {
    case COIN_10: return 10;
    case COIN_20: return 20;
    case COIN_50: return 50;
    default: return 0;
    }
}

static void insert(struct machine *m, int value)
{
    if (value > 0 && m->credit + value <= MOST_CREDIT) {
        m->credit += value;
        m->s = CREDIT;
    }
}

static void handle(struct machine *m, enum event e)
{
    if (e == JAM) {
        if (m->jams < 3)
            m->jams++;
        m->s = OUT_OF_ORDER;
        return;
    }
    switch (m->s) {
    case IDLE:
        insert(m, value_of(e));
        break;
    case CREDIT:
        if (e == BUTTON && m->credit >= PRICE && m->stock > 0)
            m->s = VEND;
        else if (e == REFUND)
            m->s = CHANGE;
        else
            insert(m, value_of(e));
        break;
    case VEND:
        assert(m->credit >= PRICE);
        assert(m->stock > 0);
        m->credit -= PRICE;
        m->stock--;
        m->sold++;
        m->s = m->credit > 0 ? CHANGE : IDLE;
        break;
    case CHANGE:
#ifdef BUG
        if (e != BUTTON)
            m->credit = 0;
        m->s = e == BUTTON ? VEND : IDLE;
#else
        m->credit = 0;
        m->s = IDLE;
#endif
        break;
    case OUT_OF_ORDER:
        if (e == SERVICE) {
            m->jams = 0;
            m->credit = 0;
            m->s = IDLE;
        }
        break;
    }
}

int main(void)
{
    struct machine m = {IDLE, 0, STOCK, 0, 0};
    while (__VERIFIER_nondet_int()) {
        int e = __VERIFIER_nondet_int();
        if (e < COIN_10 || e > SERVICE)
            continue;
        handle(&m, (enum event)e);
        assert(m.credit >= 0 && m.credit <= MOST_CREDIT);
        assert(m.stock >= 0 && m.stock <= STOCK);
        assert(m.sold + m.stock == STOCK);
        assert(m.jams <= 3);
        if (m.s == IDLE)
            assert(m.credit == 0);
    }
    return 0;
}
