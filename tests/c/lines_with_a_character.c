// check: safe
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[128];
    int number = 0, found = 0;
    while (fgets(line, sizeof line, stdin)) {
        number++;
        if (strchr(line, '@')) {
            printf("%d:%s", number, line);
            found++;
        }
    }
    return found == 0;
}
