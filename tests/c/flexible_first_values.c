// check: safe
// check -DBUG: unsafe out-of-bounds@18
// The first values of a flexible array member say how long it is. The struct's own size stays.
#include <assert.h>
#include <string.h>
struct numbers { int count; int list[]; };
static struct numbers three = { 3, { 4, 5, 6 } };
static struct { char kind; char text[]; } word = { .kind = 'w', .text = "word" };

int main(void)
{
    static struct numbers one = { 1, { 7 } };
    struct numbers *p = &three;
    int sum = 0;
    for (int i = 0; i < p->count; i++)
        sum += p->list[i];
#ifdef BUG
    sum += p->list[3];
#endif
    assert(sum == 15 && one.list[0] == 7);
    assert(strcmp(word.text, "word") == 0 && sizeof three == sizeof(int) && sizeof word == 1);
    return 0;
}
