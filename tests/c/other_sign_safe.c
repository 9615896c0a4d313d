// check: safe
// check --technique classic: safe
// check --symbolic-index fork: safe
// check --data-model ILP32: safe
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
struct pair {
    int left;
    unsigned right;
};
static void put(unsigned char *byte, int value)
{
    *byte = value;
}
static int get(const void *memory)
{
    const uint8_t *byte = memory;
    return *byte;
}
static unsigned result(int value)
{
    return value;
}
int main(void)
{
    char c = __VERIFIER_nondet_char();
    int value = __VERIFIER_nondet_int();
    assert(get(&c) == (c < 0 ? c + 256 : c));
    put((unsigned char *)&c, value);
    assert(c == (char)value && get(&c) == (unsigned char)value);

    // One of two objects whose own types differ, without a branch.
    int i = __VERIFIER_nondet_int() & 1;
    signed char s = 1;
    unsigned char u = 2;
    unsigned char *bytes[2] = {(unsigned char *)&s, &u};
    *bytes[i] = 255;
    assert(*bytes[i] == 255);
    assert(i ? s == 1 && u == 255 : s == -1 && u == 2);
    ++*bytes[i];
    assert(*bytes[i] == 0 && *bytes[1 - i] == 2 - i && s + u == 2 - i);

    // A result and an input.
    struct pair pair = {0, 0};
    unsigned *left = (unsigned *)&pair.left;
    int *right = (int *)&pair.right;
    *left = result(value);
    assert(pair.left == value);
    *left = __VERIFIER_nondet_int();
    *right = pair.left;
    assert(pair.right == *left && (pair.left >= 0 || *left > INT32_MAX));

    char text[] = "\xff";
    unsigned char copy[2];
    memcpy(copy, text, 2);
    assert(copy[0] == 255 && memcmp(copy, text, 2) == 0 && strlen((char *)copy) == 1);
    return 0;
}
