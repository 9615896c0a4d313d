// Structs are copied by assignment, as arguments and as results; arrays inside them too.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

struct inner {
    char text[4];
    unsigned short count;
};

struct outer {
    struct inner parts[2];
    struct inner *chosen;
    long total;
};

static struct inner changed(struct inner part, int by)
{
    part.count += by;
    part.text[by & 3] ^= 0x20;
    return part;
}

static void add(struct outer *outer)
{
    outer->total += outer->chosen->count;
    outer->chosen = outer->chosen == &outer->parts[0] ? outer->parts + 1 : outer->parts;
}

int main(void)
{
    struct outer outer = {{{"ab", 7}, {.count = 65535, .text = {[1] = 'x'}}}, 0, -1};
    int by = __VERIFIER_nondet_int();
    outer.chosen = &outer.parts[by & 1];
    outer.parts[0].text[2] = __VERIFIER_nondet_char();
    struct outer copy = outer;
    outer.parts[1] = changed(outer.parts[0], by);
    for (int i = 0; i < 3; i++)
        add(&outer);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++)
            printf("%d %d\n", outer.parts[i].text[j], copy.parts[i].text[j]);
    printf("%d %d %ld %ld\n", outer.parts[1].count, copy.parts[1].count, outer.total, copy.total);
    printf("%d\n", copy.chosen == &outer.parts[by & 1]);
    return (int)(outer.chosen - outer.parts);
}
