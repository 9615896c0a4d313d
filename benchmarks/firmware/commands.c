/* A command line over a serial port: characters are collected, lines are split into words and looked up. */
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

#define LINE 24
#define WORDS 4

struct shell {
    char line[LINE];
    int length;
    int overflow;
    int echo, speed;
    unsigned executed, unknown;
};

static int split(char *line, char *words[WORDS])
{
    int count = 0;
    char *at = line;
    while (*at) {
        while (*at == ' ')
            at++;
        if (!*at)
            break;
#ifdef BUG
        if (count > WORDS)
#else
        if (count == WORDS)
#endif
            return -1;
        words[count++] = at;
        while (*at && *at != ' ')
            at++;
        if (*at)
            *at++ = '\0';
    }
    return count;
}

static void execute(struct shell *s)
{
    char *words[WORDS];
    int count = split(s->line, words);
    if (count <= 0) {
        s->unknown++;
        return;
    }
    assert(count <= WORDS);
    if (strcmp(words[0], "echo") == 0 && count == 2) {
        s->echo = strcmp(words[1], "on") == 0;
        s->executed++;
    } else if (strcmp(words[0], "speed") == 0 && count == 2) {
        char digit = words[1][0];
        if (digit >= '1' && digit <= '9') {
            s->speed = digit - '0';
            s->executed++;
        }
    } else {
        s->unknown++;
    }
}

static void feed(struct shell *s, char c)
{
    if (c == '\n') {
        if (!s->overflow) {
            s->line[s->length] = '\0';
            execute(s);
        }
        s->length = 0;
        s->overflow = 0;
    } else if (c == '\b') {
        if (s->length > 0)
            s->length--;
    } else if (s->length == LINE - 1) {
        s->overflow = 1;
    } else if (c != '\0') {
        s->line[s->length++] = c;
    }
}

int main(void)
{
    struct shell s = {{0}, 0, 0, 0, 1, 0, 0};
    while (__VERIFIER_nondet_int()) {
        feed(&s, __VERIFIER_nondet_char());
        assert(s.length >= 0 && s.length < LINE);
        assert(s.speed >= 1 && s.speed <= 9);
        assert(s.echo == 0 || s.echo == 1);
    }
    return 0;
}
