// check --arguments 4: safe
// check: safe
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
    printf("%s:", argv[0]);
    for (int i = 1; i < argc; i++) {
        fputs(argv[i], stdout);
        putchar(i < argc - 1 ? ' ' : '\n');
    }
    return argc > 1 && strlen(argv[1]) > 3;
}
