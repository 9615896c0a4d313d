// check: unsafe assertion@12
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
int main(void)
{
    int first = getchar();
    assert(first >= EOF && first <= 255);
    int second = fgetc(stdin), number = 0;
    if (isdigit(first) && isdigit(second))
        number = (first - '0') * 10 + second - '0';
    assert(number != 42);
    return 0;
}
