// check: unsafe null-dereference@6
#include <stdio.h>
int main(int argc, char **argv) {
    char line[128];
    FILE *f = fopen(argc > 1 ? argv[1] : "/nonexistent/input", "r");
    while (fgets(line, sizeof line, f))
        fputs(line, stdout);
    fclose(f);
    return 0;
}
