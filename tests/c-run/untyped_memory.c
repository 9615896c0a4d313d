// Memory that goes to a `void *` first: variables, functions that allocate, and functions that call these.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static void *checked_malloc(size_t size)
{
    static int calls;
    void *memory = malloc(size);
    if (!memory)
        abort();
    printf("%d\n", ++calls);
    return memory;
}

static void *checked_calloc(size_t count, size_t size)
{
    void *memory;
    if ((memory = calloc(count, size)) == NULL)
        exit(3);
    return memory;
}

static void *checked_realloc(void *memory, size_t size)
{
    void *larger = realloc(memory, size);
    return larger == NULL ? NULL : larger;
}

static void *twice(size_t size)
{
    return checked_malloc(2 * size);
}

static struct node *push(struct node *next, int value)
{
    struct node *node = (struct node *)checked_malloc(sizeof *node);
    node->value = value;
    node->next = next;
    return node;
}

int main(void)
{
    int start = __VERIFIER_nondet_int() % 50;
    struct node *list = NULL;
    for (int i = 0; i < 4; i++)
        list = push(list, start + i);
    int *numbers = checked_malloc(3 * sizeof(int));
    for (int i = 0; i < 3; i++)
        numbers[i] = list->value * i;
    numbers = checked_realloc(numbers, 5 * sizeof(int));
    numbers[4] = 9;
    printf("%d %d\n", numbers[2], numbers[4]);
    void *raw = twice(sizeof(long));
    long *pair = raw;
    pair[0] = start;
    pair[1] = pair[0] * 3;
    printf("%ld\n", pair[1]);
    free(raw);
    char *text = checked_calloc(8, 1);
    strcpy(text, "abc");
    printf("%d %d\n", (int)strlen(text), text[7]);
    void *block = malloc(4 * sizeof(short));
    if (block == NULL)
        return 1;
    short *shorts = block;
    for (int i = 0; i < 4; i++)
        shorts[i] = (short)(i * start);
    int sum = 0;
    while (list) {
        struct node *next = list->next;
        sum += list->value;
        free(list);
        list = next;
    }
    printf("%d %d\n", sum, shorts[3]);
    free(block);
    free(text);
    free(numbers);
    return sum;
}
