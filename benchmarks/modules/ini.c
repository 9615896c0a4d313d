/* Reads lines of `key=value`, `[section]` and `; comments`. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

enum kind { END, SECTION, PAIR, COMMENT, WRONG };
struct line { enum kind kind; int key, key_length, value, value_length; };
static int is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int skip_blanks(const char *text, int at)
{
    while (text[at] == ' ' || text[at] == '\t')
        at++;
    return at;
}

static int read_line(const char *text, int at, struct line *line)
{
    line->kind = WRONG;
    line->key = line->key_length = line->value = line->value_length = 0;
    at = skip_blanks(text, at);
    if (text[at] == 0) {
        line->kind = END;
        return at;
    }
    if (text[at] == ';') {
        line->kind = COMMENT;
    } else if (text[at] == '[') {
        line->key = ++at;
#ifdef BUG
        while (text[at] != ']')
#else
        while (is_name(text[at]))
#endif
            at++;
        line->key_length = at - line->key;
        if (text[at] == ']')
            line->kind = SECTION;
    } else if (is_name(text[at])) {
        line->key = at;
        while (is_name(text[at]))
            at++;
        line->key_length = at - line->key;
        at = skip_blanks(text, at);
        if (text[at] == '=') {
            at = skip_blanks(text, at + 1);
            line->value = at;
            while (text[at] && text[at] != '\n')
                at++;
            line->value_length = at - line->value;
            line->kind = PAIR;
        }
    }
    while (text[at] && text[at] != '\n')
        at++;
    return text[at] ? at + 1 : at;
}

/* Compares the key of a line with a name. */
static int is_key(const char *text, const struct line *line, const char *name)
{
    int i = 0;
    for (; i < line->key_length; i++)
        if (!name[i] || text[line->key + i] != name[i])
            return 0;
    return name[i] == 0;
}

/* The number that a line has as its value; -1 if that is no number below 1000. */
static int number_of(const char *text, const struct line *line)
{
    int number = 0;
    if (line->kind != PAIR || line->value_length == 0 || line->value_length > 3)
        return -1;
    for (int i = 0; i < line->value_length; i++) {
        char c = text[line->value + i];
        if (c < '0' || c > '9')
            return -1;
        number = number * 10 + (c - '0');
    }
    return number;
}

int main(void)
{
    char text[5];
    for (int i = 0; i < 4; i++)
        text[i] = (char)__VERIFIER_nondet_uchar();
    text[4] = 0;
    struct line line;
    int at = 0, lines = 0;
    do {
        int next = read_line(text, at, &line);
        assert(next >= at && next <= 4);
        if (line.kind == PAIR) {
            assert(line.key_length > 0 && line.value + line.value_length <= 4);
            assert(line.key + line.key_length < line.value);
        }
        if (line.kind == SECTION)
            assert(text[line.key + line.key_length] == ']');
        int number = number_of(text, &line);
        assert(number >= -1 && number < 100);
        if (is_key(text, &line, "a"))
            assert(line.key_length == 1 && text[line.key] == 'a');
        at = next;
        lines++;
    } while (line.kind != END && lines < 8);
    assert(line.kind == END);
    return 0;
}
