// A machine for a small language: `switch` in a loop, `goto`, labels, a table of functions.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

enum code { PUSH, ADD, SUB, MUL, SWAP, JUMP, DUP, CALL, STOP };

static int stack[16];
static int top;

static int negated(int x) { return -x; }
static int squared(int x) { return x * x; }
static int (*const functions[])(int) = {negated, squared, 0};

static int run(const int *code, int fuel)
{
    const int *at = code;
next:
    if (fuel-- == 0)
        return -1;
    switch (*at++) {
    case PUSH:
        stack[top++] = *at++;
        goto next;
    case ADD:
        top--;
        stack[top - 1] += stack[top];
        break;
    case SUB:
        top--;
        stack[top - 1] -= stack[top];
        break;
    case MUL: {
        int right = stack[--top];
        stack[top - 1] *= right;
        break;
    }
    case DUP:
        stack[top] = stack[top - 1];
        top++;
        break;
    case SWAP: {
        int upper = stack[top - 1];
        stack[top - 1] = stack[top - 2], stack[top - 2] = upper;
    } break;
    case JUMP:
        at = stack[top - 1] > 0 ? code + *at : at + 1;
        break;
    case CALL:
        if (functions[*at] != 0)
            stack[top - 1] = functions[*at](stack[top - 1]);
        at++;
        break;
    default:
        return fuel;
    case STOP:
        return stack[--top];
    }
    goto next;
}

int main(void)
{
    int n = __VERIFIER_nondet_int() & 7, x = __VERIFIER_nondet_int() % 1000;
    int code[] = {PUSH, 1, PUSH, n, SWAP, PUSH, x, ADD, CALL, 1, SWAP,
                  PUSH, 1, SUB, JUMP, 4, SWAP, CALL, 0, STOP};
    printf("%d\n", run(code, 200));
    printf("%d %d\n", top, stack[0]);
    return top;
}
