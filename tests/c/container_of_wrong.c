// check: unsafe out-of-bounds@12
#include <stddef.h>
struct list { struct list *next; };
struct job { struct list link; int id; };
struct task { int id, pad; struct list link; };
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
int main(void)
{
    struct job job = { { 0 }, 7 };
    struct list *at = &job.link;
    struct task *task = container_of(at, struct task, link);
    return task->id;
}
