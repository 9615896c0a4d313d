// check: safe
#include <assert.h>
#include <stddef.h>
void klee_make_symbolic(void *, size_t, const char *);
void klee_assume(unsigned long);
void klee_prefer_cex(void *, unsigned long);
unsigned klee_is_symbolic(unsigned long);
unsigned klee_is_replay(void);
unsigned long klee_choose(unsigned long);
void klee_check_memory_access(const void *, size_t);
void klee_warning_once(const char *);
void klee_silent_exit(int) __attribute__((noreturn));
void klee_assert_fail(const char *, const char *, unsigned, const char *);
#define klee_assert(e) ((e) ? (void)0 : klee_assert_fail(#e, __FILE__, __LINE__, __func__))
int main(void)
{
    int x, seen = 0;
    char text[4];
    klee_make_symbolic(&x, sizeof x, "x");
    klee_prefer_cex(&x, x == 7);
    if (x != 7) seen = 1;
    klee_assert(seen || x == 7);
    unsigned s = klee_is_symbolic(x);
    klee_assert(s == 0 || s == 1);
    klee_assert(!klee_is_replay());
    klee_assert(klee_choose(3) < 3);
    klee_check_memory_access(text, 4);
    klee_check_memory_access(&x, sizeof x);
    klee_warning_once("done");
    if (x == 9) klee_silent_exit(1);
    klee_assert(x != 9);
    return 0;
}
