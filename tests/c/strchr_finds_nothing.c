// check: unsafe null-dereference@9
#include <string.h>
char __VERIFIER_nondet_char(void);
int main(void)
{
    char text[4] = "k=v";
    text[1] = __VERIFIER_nondet_char();
    char *equals = strchr(text, '=');
    *equals = 0;
    return 0;
}
