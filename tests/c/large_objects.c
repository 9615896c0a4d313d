// check: unsafe assertion@14
// Objects cost what is touched of them.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
char buffer[1 << 30];
struct { char name[50]; } table[200000];

int main(void)
{
    char local[1 << 28];
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i >= (1 << 28)) return 0;
    buffer[i] = 3;
    if (i == 12345678 && local[i] == 'x') assert(buffer[i] != 3);
    return 0;
}
