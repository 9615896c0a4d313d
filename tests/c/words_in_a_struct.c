// check: safe
#include <stdio.h>
#include <string.h>
struct entry { char name[24]; int age; };
int main(void) {
    struct entry e;
    int count = 0;
    while (scanf("%23s %d", e.name, &e.age) == 2) {
        if (e.age > 17) printf("%s is %d\n", e.name, e.age);
        count++;
    }
    printf("%d\n", count);
    return 0;
}
