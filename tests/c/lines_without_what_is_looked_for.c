// check: unsafe null-dereference@8
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        char *eq = strchr(line, '=');
        *eq = '\0';
        printf("%s %s", line, eq + 1);
    }
    return 0;
}
