/* Parses a command line: flags `-v`, options `-n 12` and words. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct options {
    int verbose, number;
    const char *words[2];
    int count;
};

static int parse_number(const char *text, int *out)
{
    int value = 0;
    if (!*text)
        return 0;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || value > 1000)
            return 0;
        value = value * 10 + (*text - '0');
    }
    *out = value;
    return 1;
}

static int parse(struct options *o, int argc, const char **argv)
{
    memset(o, 0, sizeof *o);
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i];
        if (strcmp(word, "-v") == 0) {
            o->verbose++;
        } else if (strcmp(word, "-n") == 0) {
#ifndef BUG
            if (i + 1 >= argc)
                return 0;
#endif
            if (!parse_number(argv[++i], &o->number))
                return 0;
        } else if (word[0] == '-') {
            return 0;
        } else {
            if (o->count == 2)
                return 0;
            o->words[o->count++] = word;
        }
    }
    return 1;
}

/* What a user is told: `name [-v] [-n NUMBER] [WORD] [WORD]`. */
static size_t usage(char *out, size_t room, const char *name)
{
    static const char *const parts[] = {" [-v]", " [-n NUMBER]", " [WORD]", " [WORD]"};
    size_t at = 0;
    for (size_t i = 0; name[i] && at + 1 < room; i++)
        out[at++] = name[i];
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
        for (const char *c = parts[p]; *c && at + 1 < room; c++)
            out[at++] = *c;
    out[at] = 0;
    return at;
}

/* The value of an option that is written as `--name=value`, or null. */
static const char *long_value(const char *word, const char *name)
{
    if (word[0] != '-' || word[1] != '-')
        return NULL;
    size_t n = strlen(name);
    if (strncmp(word + 2, name, n) != 0 || word[2 + n] != '=')
        return NULL;
    return word + 3 + n;
}

int main(void)
{
    char texts[3][3];
    const char *argv[3];
    for (int i = 0; i < 3; i++) {
        texts[i][0] = (char)__VERIFIER_nondet_uchar();
        texts[i][1] = (char)__VERIFIER_nondet_uchar();
        texts[i][2] = 0;
        argv[i] = texts[i];
    }
    struct options o;
    if (parse(&o, 3, argv)) {
        assert(o.verbose >= 0 && o.verbose <= 3);
        assert(o.number >= 0 && o.number < 100);
        assert(o.count <= 2);
        if (o.count > 0)
            assert(o.words[0][0] != '-');
    }
    char line[16];
    size_t length = usage(line, sizeof line, texts[0]);
    assert(length < sizeof line && line[length] == 0);
    assert(length == sizeof line - 1);
    const char *value = long_value("--level=7", "level");
    assert(value && *value == '7');
    assert(!long_value(texts[1], "l"));
    return 0;
}
