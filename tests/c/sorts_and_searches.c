// check: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct pair { int key, value; };
static int by_number(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}
static int by_key(const void *a, const void *b)
{
    return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}
static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}
int nondet_int(void);
int main(void)
{
    int a[3] = {nondet_int(), nondet_int(), nondet_int()};
    qsort(a, 3, sizeof a[0], by_number);
    assert(a[0] <= a[1] && a[1] <= a[2]);
    struct pair pairs[] = {{5, 1}, {2, 2}, {9, 3}};
    qsort(pairs, 3, sizeof *pairs, by_key);
    assert(pairs[0].value == 2 && pairs[1].value == 1 && pairs[2].value == 3);
    struct pair wanted = {9, 0}, *found = bsearch(&wanted, pairs, 3, sizeof *pairs, by_key);
    assert(found && found->value == 3);
    wanted.key = 4;
    assert(!bsearch(&wanted, pairs, 3, sizeof *pairs, by_key));
    char *words[] = {"pear", "apple"};
    qsort(words, 2, sizeof *words, by_text);
    assert(words[0][0] == 'a');
    return 0;
}
