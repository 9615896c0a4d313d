// check --check assert: unsafe assertion@21
// check: unsafe uninitialized@13
extern void *malloc(unsigned long);
extern void free(void *);
extern void __VERIFIER_assert(int);
struct node { struct node *next; int number; };
static int *nothing(int x) { if (x) return malloc(4); }
int main(void)
{
    struct node a, *heap = malloc(sizeof(struct node));
    int *p, *row[3], (*call)(int);
    nothing(0);
    int *q = p;
    int (*other)(int) = call;
    struct node *next = a.next, *after = heap->next;
    int *cell = row[1];
    p = nothing(0);
    a = *heap;
    if (p == q || next == after || cell)
        q = p;
    __VERIFIER_assert(0);
    return 0;
}
