// check: safe
#include <stdio.h>
#include <string.h>
static void show(int number, const char *text) { printf("%6d  %s", number, text); }
int main(void) {
    char line[96];
    int number = 0;
    while (fgets(line, sizeof line, stdin)) show(++number, line);
    return 0;
}
