// A list on the heap: made, turned around, searched, freed.
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct item {
    int value;
    struct item *next;
};

static struct item *push(struct item *list, int value)
{
    struct item *item = malloc(sizeof(struct item));
    item->value = value;
    item->next = list;
    return item;
}

static struct item *reverse(struct item *list)
{
    struct item *result = NULL;
    while (list) {
        struct item *next = list->next;
        list->next = result;
        result = list;
        list = next;
    }
    return result;
}

static void drop(struct item **list, int value)
{
    while (*list) {
        struct item *item = *list;
        if (item->value == value) {
            *list = item->next;
            free(item);
        } else {
            list = &item->next;
        }
    }
}

int main(void)
{
    struct item *list = NULL;
    int count = __VERIFIER_nondet_uchar() % 8 + 1;
    for (int i = 0; i < count; i++)
        list = push(list, __VERIFIER_nondet_int() % 4);
    list = reverse(list);
    drop(&list, 1);
    int length = 0;
    for (struct item *item = list; item != NULL; item = item->next, length++)
        printf("%d\n", item->value);
    while (list != NULL) {
        struct item *next = list->next;
        free(list);
        list = next;
    }
    return length;
}
