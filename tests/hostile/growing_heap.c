/* Memory of unknown sizes, more and more of it, that is kept in a table. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static char *table[1 << 16];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < 1 << 16; i++) {
        table[i] = malloc(n > 0 ? (unsigned)n % 5000 + i : 1);
        memset(table[i], i, i + 1);
        if (i > 0 && table[i - 1][0] == table[i][i])
            __VERIFIER_error();
    }
    return 0;
}
