/* Splits a text in JSON into tokens, without copying. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

enum kind { OBJECT, ARRAY, STRING, PRIMITIVE };
struct token { enum kind kind; int start, end, parent; };
struct tokenizer { int at, count, open; };
enum { NO_ROOM = -1, WRONG = -2, PART = -3 };
static int add(struct tokenizer *t, struct token *tokens, int room, enum kind kind)
{
    if (t->count >= room)
        return NO_ROOM;
    tokens[t->count].kind = kind;
    tokens[t->count].start = t->at;
    tokens[t->count].end = -1;
    tokens[t->count].parent = t->open;
    return t->count++;
}

static int string(struct tokenizer *t, const char *text, int n, struct token *tokens, int room)
{
    int token = add(t, tokens, room, STRING);
    if (token < 0)
        return token;
    for (t->at++; t->at < n; t->at++) {
        if (text[t->at] == '"') {
            tokens[token].end = t->at + 1;
            return token;
        }
        if (text[t->at] == '\\')
            t->at++;
    }
    return PART;
}

static int close(struct tokenizer *t, struct token *tokens, enum kind kind)
{
#ifdef BUG
    if (tokens[t->open].kind != kind)
#else
    if (t->open < 0 || tokens[t->open].kind != kind)
#endif
        return WRONG;
    tokens[t->open].end = t->at + 1;
    t->open = tokens[t->open].parent;
    return 0;
}

static int tokenize(const char *text, int n, struct token *tokens, int room)
{
    struct tokenizer t = {0, 0, -1};
    for (; t.at < n; t.at++) {
        int result = 0;
        switch (text[t.at]) {
        case '{':
        case '[':
            result = add(&t, tokens, room, text[t.at] == '{' ? OBJECT : ARRAY);
            if (result >= 0)
                t.open = result;
            break;
        case '}':
            result = close(&t, tokens, OBJECT);
            break;
        case ']':
            result = close(&t, tokens, ARRAY);
            break;
        case '"':
            result = string(&t, text, n, tokens, room);
            break;
        case ' ':
        case ',':
        case ':':
            break;
        default:
            return WRONG;
        }
        if (result < 0)
            return result;
    }
    return t.open >= 0 ? PART : t.count;
}

/* How many tokens are directly in another one. */
static int children(const struct token *tokens, int count, int parent)
{
    int n = 0;
    for (int i = 0; i < count; i++)
        n += tokens[i].parent == parent;
    return n;
}

int main(void)
{
    char text[4];
    struct token tokens[3];
    for (int i = 0; i < 4; i++)
        text[i] = (char)__VERIFIER_nondet_uchar();
    int count = tokenize(text, 4, tokens, 3);
    assert(count >= PART && count <= 3);
    for (int i = 0; i < count; i++) {
        assert(tokens[i].start < tokens[i].end && tokens[i].end <= 4);
        assert(tokens[i].parent < i);
    }
    if (count > 0)
        assert(children(tokens, count, -1) >= 1);
    return 0;
}
