// check: unsafe invalid-free@11
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    char *text = malloc(3);
    if (text == NULL)
        return 1;
    if (__VERIFIER_nondet_int() == 3)
        free(text);
    free(text);
    return 0;
}
