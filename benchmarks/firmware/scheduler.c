/* A round-robin scheduler of eight tasks that sleep, run and wait for a lock. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define TASKS 8
#define NOBODY (-1)
enum state { UNUSED, READY, SLEEPING, BLOCKED };

struct task {
    enum state state;
    unsigned wake;
    unsigned runs;
};

struct kernel {
    struct task tasks[TASKS];
    int current;
    int owner;
    unsigned now;
    int used;
};

static int create(struct kernel *k)
{
    for (int i = 0; i < TASKS; i++) {
        if (k->tasks[i].state == UNUSED) {
            k->tasks[i].state = READY;
            k->tasks[i].runs = 0;
            k->used++;
            return i;
        }
    }
    return NOBODY;
}

static void finish(struct kernel *k, int id)
{
    if (k->owner == id)
        k->owner = NOBODY;
    k->tasks[id].state = UNUSED;
    k->used--;
}

static int pick(struct kernel *k)
{
    for (int i = 1; i <= TASKS; i++) {
#ifdef BUG
        int id = k->current + i;
#else
        int id = (k->current + i) % TASKS;
#endif
        struct task *t = &k->tasks[id];
        if (t->state == SLEEPING && t->wake <= k->now)
            t->state = READY;
        if (t->state == BLOCKED && k->owner == NOBODY)
            t->state = READY;
        if (t->state == READY)
            return id;
    }
    return NOBODY;
}

static void run(struct kernel *k, int id, int what)
{
    struct task *t = &k->tasks[id];
    k->current = id;
    t->runs++;
    switch (what) {
    case 0:
        t->state = SLEEPING;
        t->wake = k->now + 5;
        break;
    case 1:
        if (k->owner == NOBODY)
            k->owner = id;
        else if (k->owner != id)
            t->state = BLOCKED;
        break;
    case 2:
        if (k->owner == id)
            k->owner = NOBODY;
        break;
    case 3:
        finish(k, id);
        break;
    default:
        break;
    }
}

int main(void)
{
    struct kernel k = {{{UNUSED, 0, 0}}, 0, NOBODY, 0, 0};
    while (k.now < 1000000 && __VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int() > 0) {
            int id = create(&k);
            assert(id >= NOBODY && id < TASKS);
        }
        int next = pick(&k);
        if (next != NOBODY) {
            assert(next >= 0 && next < TASKS);
            run(&k, next, __VERIFIER_nondet_int());
        }
        k.now++;
        assert(k.current >= 0 && k.current < TASKS);
        assert(k.owner >= NOBODY && k.owner < TASKS);
        assert(k.used <= TASKS);
    }
    return 0;
}
