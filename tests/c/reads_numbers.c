// check: unsafe division-by-zero@12
#include <stdio.h>
int main(void)
{
    int n, sum = 0, count = 0;
    while (count < 3 && scanf("%d", &n) == 1) {
        if (n < 0 || n > 100)
            return 1;
        sum += n;
        count++;
    }
    return sum / count;
}
