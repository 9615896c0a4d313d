// check: safe
#include <stdio.h>
int main(void) {
    char word[32];
    int n = 0;
    while (scanf("%31s", word) == 1) {
        n++;
        printf("%d %s\n", n, word);
    }
    return 0;
}
