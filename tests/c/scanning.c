// check: unsafe uninitialized@21
// check --assume-io: safe
// check --assume-io -DTOO_LONG: unsafe out-of-bounds@12
// check --assume-io -DOF_A_FILE: unsafe assertion@17
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    int n;
    char word[8];
#ifdef TOO_LONG
    scanf("%8s", word);
#endif
    FILE *file = fopen("x", "r"); if (!file) return 1;
    fscanf(file, "%7s %*d", word);
#ifdef OF_A_FILE
    if (word[0] == 0x71) assert(strlen(word) < 3);
#endif
    assert(strlen(word) < 8);
    scanf("%d", &n);
    return n > 3;
}
