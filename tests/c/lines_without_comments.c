// check: safe
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[100];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        if (line[0] == '#' || line[0] == 0) continue;
        puts(line);
    }
    return 0;
}
