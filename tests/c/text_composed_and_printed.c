// check: safe
#include <stdio.h>
#include <string.h>
int main(void) {
    char name[40], greeting[80];
    printf("name? ");
    if (scanf("%39s", name) != 1) return 1;
    snprintf(greeting, sizeof greeting, "Hello, %s!", name);
    puts(greeting);
    return 0;
}
