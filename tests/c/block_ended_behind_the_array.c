// check: unsafe out-of-bounds@8
#include <stdio.h>
#include <unistd.h>
int main(void) {
    char buf[32];
    long n = read(0, buf, sizeof buf);
    if (n <= 0) return 1;
    buf[n] = '\0';
    printf("%s", buf);
    return 0;
}
