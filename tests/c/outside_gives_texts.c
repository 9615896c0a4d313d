// check: safe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct point { int x, y; };
struct point *nearest(int);
struct handle;
struct handle *open_it(const char *);
int use_it(struct handle *);
int main(void)
{
    char *home = getenv("HOME");
    if (home) assert(home[strlen(home)] == 0);
    FILE *file = fopen("x", "r");
    if (!file) {
        printf("%s\n", strerror(1));
        return 1;
    }
    char line[4];
    for (int i = 0; i < 2 && fgets(line, sizeof line, file); i++) assert(strlen(line) < 4);
    fclose(file);
    struct point *p = nearest(3);
    if (p) {
        int x = p->x;
        p->y = 5;
        assert(p->x == x && p->y == 5);
    }
    struct handle *h = open_it("a");
    return h ? use_it(h) : 2;
}
