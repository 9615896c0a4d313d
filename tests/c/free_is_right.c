// check: safe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};
int main(void)
{
    struct node *list = 0;
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    free(list);
    char *text = calloc(4, 1), *at = text;
    while (at < text + 3)
        *at++ = 'a';
    free(at - 3);
    return 0;
}
