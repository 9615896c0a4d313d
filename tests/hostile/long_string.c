/* A string of four million characters, and loops over it. */
#define R2(x) x x
#define R4(x) R2(R2(x))
#define R16(x) R4(R4(x))
#define R256(x) R16(R16(x))
#define R4K(x) R16(R256(x))
#define R64K(x) R256(R256(x))
#include <string.h>
static const char text[] = R64K("All work and no play makes Jack a dull boy. All work and no play.");
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = 0, c = __VERIFIER_nondet_int();
    for (const char *p = text; *p; p++)
        if (*p == c)
            n++;
    if (n > (int)strlen(text) / 4)
        __VERIFIER_error();
    return 0;
}
