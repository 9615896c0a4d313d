// check: unsafe out-of-bounds@9
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[8];
    while (fgets(line, sizeof line, stdin)) {
        for (int i = 0; i < (int)sizeof line; i++)
            if (line[i] == '\n' || line[i] == 0) line[i] = ' ';
        puts(line);
    }
    return 0;
}
