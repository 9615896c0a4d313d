// check: unsafe assertion@10
#include <assert.h>
union any {
    struct { char tag; double number; } d;
    struct { char tag; char text[8]; } s;
};
int main(void)
{
    union any any = {.s = {'s', "xyz"}};
    assert(any.s.text[1] == 'x');
    return 0;
}
