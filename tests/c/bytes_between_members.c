// check: safe
// What a member of a union writes between the members of another one is kept, whatever types the program has.
#include <assert.h>
union any {
    struct { char tag; double number; } d;
    struct { char tag; char text[8]; } s;
};
union halves {
    struct { short first; int second; } a;
    short all[4];
};
static int first(union any any) { return any.s.text[0]; }
int main(void)
{
    union any any = {.s = {'s', "xyz"}};
    assert(any.s.text[1] == 'y' && first(any) == 'x');
    union any other = any;
    other.s.text[6] = 'z';
    assert(other.s.text[0] == 'x' && other.s.text[6] == 'z' && any.s.text[6] == 0);
    union halves halves;
    halves.all[1] = 7;
    halves.a.first = 1;
    assert(halves.all[1] == 7 && halves.all[0] == 1);
    return 0;
}
