// check: safe
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int numbers[4], count = 0;
    unsigned char digit;
    while (count < 4 && scanf("%d", &numbers[count]) == 1)
        count++;
    assert(count <= 4);
    if (scanf("%hhu", &digit) == 1)
        assert(digit <= 255);
    for (int i = 0; i < count; i++)
        if (numbers[i] == 7)
            return numbers[i] - 7;
    return 0;
}
