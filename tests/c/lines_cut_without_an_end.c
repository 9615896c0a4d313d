// check: unsafe out-of-bounds@8
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[64], name[16];
    while (fgets(line, sizeof line, stdin)) {
        strncpy(name, line, sizeof name);
        printf("%s\n", name);
    }
    return 0;
}
