// check: safe
#include <stdio.h>
int main(void) {
    char line[200];
    int most = 0;
    while (fgets(line, sizeof line, stdin)) {
        int columns = 1;
        for (char *p = line; *p; p++)
            if (*p == ',') columns++;
        if (columns > most) most = columns;
        printf("%d\t%s", columns, line);
    }
    printf("most: %d\n", most);
    return 0;
}
