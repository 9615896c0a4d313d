// check --entry once: safe
// check --entry moved_once: safe
// check --entry may_be_null: safe
// check --entry by_a_pointer: safe
// check --entry changed: unsafe assertion@20
// Functions that are not defined may change what their arguments lead to: these are evaluated once, and may be null.
void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, "", 0, ""))
struct node { int a; struct node *next; };
void visit(struct node *);
int visit_all(struct node **);
static struct node x, y;
static int calls;
static struct node *next(void) { calls++; return &x; }
int once(void) { visit(next()); assert(calls == 1); return 0; }
int moved_once(void) { struct node *a[3] = { &x, &y, 0 }, **p = a; visit_all(p++); assert(p == a + 1); return 0; }
int may_be_null(int n) { visit(n ? &x : 0); struct node **none = 0; visit_all(none); return 0; }
int by_a_pointer(void (*f)(struct node *), int n) { f(n ? &x : 0); return 0; }

int changed(void) { x.next = 0; visit(next()); assert(!x.next); return 0; }
