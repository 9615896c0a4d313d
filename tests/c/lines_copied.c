// check: safe
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    FILE *f = stdin;
    char line[256];
    if (argc > 1) {
        f = fopen(argv[1], "r");
        if (f == NULL) {
            fprintf(stderr, "cannot open %s\n", argv[1]);
            return 1;
        }
    }
    while (fgets(line, sizeof line, f) != NULL)
        fputs(line, stdout);
    if (f != stdin) fclose(f);
    return 0;
}
