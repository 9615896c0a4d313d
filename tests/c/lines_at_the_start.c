// check: safe
#include <stdio.h>
int main(void) {
    char line[1024];
    int n = 0;
    while (n < 10 && fgets(line, sizeof line, stdin)) {
        printf("%s", line);
        n++;
    }
    return 0;
}
