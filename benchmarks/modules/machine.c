/* A machine with a stack: numbers, arithmetic, jumps. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

enum op { PUSH, ADD, SUB, DUP, JUMP_IF, HALT, OPS };
struct machine { int stack[4]; int top; const unsigned char *code; int length, at; };
enum result { RUNNING, DONE, FAILED };
static int push(struct machine *m, int value)
{
    if (m->top == 4)
        return 0;
    m->stack[m->top++] = value;
    return 1;
}

static int pop(struct machine *m, int *value)
{
#ifdef BUG
    if (m->top < 0)
#else
    if (m->top == 0)
#endif
        return 0;
    *value = m->stack[--m->top];
    return 1;
}

static enum result step(struct machine *m)
{
    int a, b;
    if (m->at >= m->length)
        return FAILED;
    switch (m->code[m->at++]) {
    case PUSH:
        if (m->at >= m->length || !push(m, m->code[m->at]))
            return FAILED;
        m->at++;
        return RUNNING;
    case ADD:
        return pop(m, &a) && pop(m, &b) && push(m, b + a) ? RUNNING : FAILED;
    case SUB:
        return pop(m, &a) && pop(m, &b) && push(m, b - a) ? RUNNING : FAILED;
    case DUP:
        return pop(m, &a) && push(m, a) && push(m, a) ? RUNNING : FAILED;
    case JUMP_IF:
        if (m->at >= m->length || !pop(m, &a))
            return FAILED;
        m->at = a ? m->code[m->at] : m->at + 1;
        return RUNNING;
    case HALT:
        return DONE;
    default:
        return FAILED;
    }
}

/* How many bytes an instruction takes; 0 if there is none. */
static int width(unsigned char op)
{
    switch (op) {
    case PUSH:
    case JUMP_IF:
        return 2;
    case ADD:
    case SUB:
    case DUP:
    case HALT:
        return 1;
    default:
        return 0;
    }
}

/* Whether a program has whole instructions only, and jumps stay inside. */
static int is_valid(const unsigned char *code, int length)
{
    int at = 0;
    while (at < length) {
        int n = width(code[at]);
        if (n == 0 || n > length - at)
            return 0;
        if (code[at] == JUMP_IF && code[at + 1] >= length)
            return 0;
        at += n;
    }
    return 1;
}

int main(void)
{
    unsigned char code[4];
    for (int i = 0; i < 4; i++)
        code[i] = __VERIFIER_nondet_uchar();
    struct machine m = {{0}, 0, code, 4, 0};
    if (is_valid(code, 4) && code[0] == PUSH)
        assert(width(code[2]) > 0);
    enum result result = RUNNING;
    for (int i = 0; i < 4 && result == RUNNING; i++) {
        result = step(&m);
        assert(m.top >= 0 && m.top <= 4);
    }
    if (result == DONE)
        assert(m.at >= 1 && m.at <= 4);
    return 0;
}
