// check: safe
// check -DOVERWRITTEN: unsafe out-of-bounds@23
// check -DBEHIND: unsafe out-of-bounds@26
// check -DANOTHER: unsafe out-of-bounds@30
// A zero that was written ends a text, unless something else is written over it, or the text starts behind it.
#include <stdio.h>
#include <string.h>
int nondet_int(void);
int main(void)
{
    char line[64], other[64];
    if (!fgets(line, sizeof line, stdin)) return 0;
    size_t n = strlen(line);
    line[n / 2] = 0;
    puts(line);
    printf("%s", line + n / 2);
    strcpy(other, line);
    fputs(other, stdout);
    memset(other, 0, sizeof other);
    other[0] = 'a';
    puts(other);
#ifdef OVERWRITTEN
    line[n / 2] = line[n] = 'x', puts(line);
#endif
#ifdef BEHIND
    puts(line + n + 1);
#endif
#ifdef ANOTHER
    memset(other, 'a', sizeof other);
    other[0] = line[0], puts(other);
#endif
    return 0;
}
