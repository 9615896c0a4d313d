// check: safe
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[128];
    int pairs = 0, bad = 0;
    while (fgets(line, sizeof line, stdin)) {
        char *eq = strchr(line, '=');
        if (!eq) { bad++; continue; }
        *eq = '\0';
        printf("key <%s> value <%s>\n", line, eq + 1);
        pairs++;
    }
    printf("%d pairs, %d bad\n", pairs, bad);
    return bad > 0;
}
