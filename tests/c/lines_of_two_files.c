// check: safe
#include <stdio.h>
#include <string.h>
int main(void) {
    char a[64], b[64];
    FILE *f = fopen("one", "r"), *g = fopen("two", "r");
    if (!f || !g) { if (f) fclose(f); if (g) fclose(g); return 1; }
    while (fgets(a, sizeof a, f) && fgets(b, sizeof b, g))
        printf("%s%s", a, b);
    fclose(f);
    fclose(g);
    return 0;
}
