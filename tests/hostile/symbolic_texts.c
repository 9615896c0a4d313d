/* Texts of unknown length within each other. */
#include <string.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(int argc, char **argv)
{
    char all[4096] = "";
    for (int i = 1; i < argc; i++) {
        strcat(all, argv[i]);
        if (strstr(all, argv[argc - i]) && strlen(all) > 2000 && atoi(all) == 4711)
            __VERIFIER_error();
        strtok(all, argv[i]);
    }
    return 0;
}
