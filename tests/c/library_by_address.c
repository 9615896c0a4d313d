// check: safe
// check -DFREED: unsafe dangling-pointer@34
// check -DOTHER: unsafe assertion@40
// Functions of the library, and others that are not defined, can be pointed to.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int elsewhere(int);
struct hooks {
    void *(*allocate)(size_t);
    void *(*resize)(void *, size_t);
    void (*release)(void *);
};
static struct hooks hooks = {malloc, realloc, free};
static int (*print)(const char *, ...) = printf;
struct pair {
    int a;
    struct pair *next;
};
static int apply(int (*f)(int), int x) { return f(x); }
static int same(int (*compare)(const char *, const char *), const char *text) { return compare(text, "a") == 0; }

int main(void)
{
    struct pair *p = hooks.allocate(sizeof *p);
    p->a = 1;
    p->next = NULL;
    p = hooks.resize(p, 2 * sizeof *p);
    p[1].a = 2;
    assert(p[0].a == 1 && p[1].a == 2);
#ifdef FREED
    hooks.release(p), p->a = 3;
#else
    hooks.release(p);
#endif
    assert(apply(toupper, 'a') == 'A' && apply(isdigit, '5') && apply(abs, -3) == 3);
    assert(same(strcmp, "a") && !same(strcmp, "b"));
    assert(apply(elsewhere, 3) != 7
#ifndef OTHER
           || 1
#endif
    );
    print("%d\n", 1);
    return 0;
}
