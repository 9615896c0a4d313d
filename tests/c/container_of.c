// check: safe
#include <assert.h>
#include <stddef.h>
struct list { struct list *next; };
struct job { int id; struct list link; long cost; };
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
int main(void)
{
    struct job jobs[3] = { { 1, { 0 }, 10 }, { 2, { &jobs[0].link }, 20 }, { 3, { &jobs[1].link }, 30 } };
    long cost = 0;
    int count = 0;
    for (struct list *at = &jobs[2].link; at; at = at->next) {
        struct job *job = container_of(at, struct job, link);
        cost += job->cost;
        assert(job->id == 3 - count);
        count++;
    }
    assert(cost == 60 && count == 3);
    return 0;
}
