// check: unsafe out-of-bounds@10
#include <stdio.h>
int main(void) {
    char word[16];
    int c, n = 0;
    while ((c = getchar()) != EOF && c != '\n') {
        if (n < 16) word[n++] = (char)c;
    }
    if (n < 16) word[n] = 0;
    printf("%s\n", word);
    return 0;
}
