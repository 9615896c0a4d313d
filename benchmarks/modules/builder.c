/* A string that grows. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct builder { char *text; size_t length, room; };
static void builder_init(struct builder *b) { b->text = 0; b->length = b->room = 0; }
static int builder_reserve(struct builder *b, size_t more)
{
#ifdef BUG
    size_t needed = b->length + more;
#else
    size_t needed = b->length + more + 1;
#endif
    if (needed <= b->room)
        return 1;
    size_t room = b->room ? b->room : 4;
    while (room < needed)
        room *= 2;
    char *text = realloc(b->text, room);
    if (!text)
        return 0;
    b->text = text;
    b->room = room;
    return 1;
}

static int builder_add(struct builder *b, const char *text, size_t n)
{
    if (!builder_reserve(b, n))
        return 0;
    for (size_t i = 0; i < n; i++)
        b->text[b->length + i] = text[i];
    b->length += n;
    b->text[b->length] = 0;
    return 1;
}

static void builder_free(struct builder *b)
{
    free(b->text);
    builder_init(b);
}

static int builder_add_number(struct builder *b, unsigned number)
{
    char digits[10];
    size_t n = 0;
    do {
        digits[sizeof digits - ++n] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    return builder_add(b, digits + sizeof digits - n, n);
}

static int builder_insert(struct builder *b, size_t at, char c)
{
    if (at > b->length || !builder_reserve(b, 1))
        return 0;
    memmove(b->text + at + 1, b->text + at, b->length - at);
    b->text[at] = c;
    b->text[++b->length] = 0;
    return 1;
}

static size_t builder_cut(struct builder *b, size_t from, size_t n)
{
    if (from >= b->length)
        return 0;
    if (n > b->length - from)
        n = b->length - from;
    memmove(b->text + from, b->text + from + n, b->length - from - n);
    b->length -= n;
    b->text[b->length] = 0;
    return n;
}

int main(void)
{
    struct builder b;
    const char *words[] = {"a", "bc", "def", "ghij"};
    builder_init(&b);
    size_t total = 0;
    for (int i = 0; i < 2; i++) {
        int which = __VERIFIER_nondet_int();
        if (which < 0 || which > 3)
            break;
        size_t n = which + 1;
        assert(builder_add(&b, words[which], n));
        total += n;
        assert(b.length == total && b.text[total] == 0);
    }
    unsigned number = __VERIFIER_nondet_uchar() % 20;
    assert(builder_add_number(&b, number));
    assert(b.length == total + 1 + (number > 9));
    assert(builder_insert(&b, total, '='));
    assert(b.text[total] == '=' && b.text[total + 1] >= '0' && b.text[total + 1] <= '9');
    assert(builder_cut(&b, total, 100) >= 2);
    assert(b.length == total && b.text[total] == 0);
    builder_free(&b);
    assert(b.text == 0);
    return 0;
}
