// check: safe
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    if (argc != 3) { fprintf(stderr, "usage: %s from to\n", argv[0]); return 2; }
    FILE *in = fopen(argv[1], "r");
    if (!in) { perror(argv[1]); return 1; }
    FILE *out = fopen(argv[2], "w");
    if (!out) { perror(argv[2]); fclose(in); return 1; }
    char buffer[512];
    while (fgets(buffer, sizeof buffer, in))
        if (fputs(buffer, out) == EOF) break;
    fclose(in);
    return fclose(out) != 0;
}
