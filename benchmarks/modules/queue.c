/* A queue of events, the earliest first: a binary heap. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct event {
    int time, id;
};

struct queue {
    struct event heap[6];
    int count;
};

static int queue_push(struct queue *q, struct event e)
{
    if (q->count == 6)
        return 0;
    int at = q->count++;
    while (at > 0 && q->heap[(at - 1) / 2].time > e.time) {
        q->heap[at] = q->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    q->heap[at] = e;
    return 1;
}

static int queue_pop(struct queue *q, struct event *out)
{
    if (q->count == 0)
        return 0;
    *out = q->heap[0];
    struct event last = q->heap[--q->count];
    int at = 0;
    for (;;) {
        int child = 2 * at + 1;
        if (child >= q->count)
            break;
#ifdef BUG
        if (child + 2 < q->count && q->heap[child + 1].time < q->heap[child].time)
#else
        if (child + 1 < q->count && q->heap[child + 1].time < q->heap[child].time)
#endif
            child++;
        if (q->heap[child].time >= last.time)
            break;
        q->heap[at] = q->heap[child];
        at = child;
    }
    q->heap[at] = last;
    return 1;
}

/* Whether no event is earlier than the one above it. */
static int queue_is_heap(const struct queue *q)
{
    for (int i = 1; i < q->count; i++)
        if (q->heap[(i - 1) / 2].time > q->heap[i].time)
            return 0;
    return 1;
}

/* Moves all events by some time that does not change their order. */
static void queue_delay(struct queue *q, int by)
{
    for (int i = 0; i < q->count; i++)
        q->heap[i].time = q->heap[i].time > 2147483647 - by ? 2147483647 : q->heap[i].time + by;
}

static int queue_has(const struct queue *q, int id)
{
    for (int i = 0; i < q->count; i++)
        if (q->heap[i].id == id)
            return 1;
    return 0;
}

int main(void)
{
    struct queue q;
    struct event e;
    q.count = 0;
    for (int i = 0; i < 4; i++) {
        e.time = __VERIFIER_nondet_int();
        e.id = i;
        assert(queue_push(&q, e));
    }
    assert(queue_is_heap(&q));
    queue_delay(&q, 10);
    assert(queue_is_heap(&q) && queue_has(&q, 3) && !queue_has(&q, 4));
    int before, seen = 0;
    assert(queue_pop(&q, &e));
    before = e.time;
    seen = 1 << e.id;
    for (int i = 0; i < 3; i++) {
        assert(queue_pop(&q, &e));
        assert(before <= e.time);
        assert(!(seen & 1 << e.id));
        seen |= 1 << e.id;
        before = e.time;
    }
    assert(!queue_pop(&q, &e));
    return 0;
}
