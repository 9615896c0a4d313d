// check --entry call: unsafe assertion@12
// check --entry guarded: safe
// check --entry unguarded: unsafe invalid-call@25
// check --entry tagged: safe
// check --entry confused: unsafe null-dereference@44
// Pointers to functions that the entry is given lead to functions of the program or to one that is not defined; of a
// union with pointers, one member is given.
#include <assert.h>
static int same(int x) { return x; }
static int next(int x) { return x + 1; }
int (*const known[])(int) = { same, next };
void call(int (*f)(int), int x) { assert(f(x) != 77 || x > 70); }

struct actions { int (*open)(int); void (*close)(void *); void *context; };
int guarded(struct actions *a, int x)
{
    if (!a->open)
        return -1;
    int r = a->open(x);
    if (a->close)
        a->close(a->context);
    assert(r >= 0 || r < 0);
    return r;
}
int unguarded(struct actions *a, int x) { return a->open(x); }

struct value { int tag; union { int number; double real; const char *text; } as; };
int tagged(struct value *v, int n)
{
    v->tag = n;
    if (v->tag == 1) {
        v->as.number = 3;
        return 7 / v->as.number;
    }
    v->as.text = "abc";
    return v->as.text[1];
}
int confused(struct value *v)
{
    if (v->tag != 2)
        return 0;
    if (v->as.number == 5)
        return 0;
    return v->as.text[0];
}
