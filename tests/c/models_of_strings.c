// check: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>
int main(void)
{
    char text[] = "a,bc;;d", *rest, *p;
    p = strtok(text, ",;");
    assert(p == text && strcmp(p, "a") == 0);
    p = strtok(0, ",;");
    assert(p == text + 2 && strcmp(p, "bc") == 0);
    p = strtok(0, ",;");
    assert(strcmp(p, "d") == 0 && strtok(0, ",;") == 0);
    char again[] = " x y";
    p = strtok_r(again, " ", &rest);
    assert(p == again + 1 && *rest == 'y');
    p = strtok_r(0, " ", &rest);
    assert(*p == 'y' && strtok_r(0, " ", &rest) == 0);
    char parts[] = "k=v", *at = parts;
    assert(strcmp(strsep(&at, "="), "k") == 0 && strcmp(at, "v") == 0);
    assert(strsep(&at, "=") == parts + 2 && at == 0 && strsep(&at, "=") == 0);
    assert(strcasecmp("aBc", "AbC") == 0 && strcasecmp("a", "B") < 0 && strncasecmp("abX", "ABy", 2) == 0);
    char b[8];
    assert(stpcpy(b, "abc") == b + 3 && b[2] == 'c' && b[3] == 0);
    assert(ffs(0) == 0 && ffs(8) == 4 && ffs(-2147483647 - 1) == 32);
    assert(*strchrnul("abc", 'c') == 'c' && *strchrnul("abc", 'x') == 0);
    return 0;
}
