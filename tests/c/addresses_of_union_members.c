// check: safe
// check -DBUG: unsafe assertion@19
// First values of variables may be addresses of any members of unions, and of what is inside these.
#include <assert.h>
union number { short low; unsigned whole; unsigned char bytes[4]; };
static union number many[3];
static struct { int before; union { double real; struct { char c; int list[3]; } parts; } u; } record;
static short *low = &many[1].low;
static unsigned *whole = &many[1].whole;
static unsigned char *byte = many[1].bytes, *third = &many[1].bytes[2];
static int *last = &record.u.parts.list[2];
static int *const *const by_address = &last;

int main(void)
{
    *whole = 0x01020304;
    assert(*low == 0x0304 && byte[0] == 4 && *third == 2);
#ifdef BUG
    assert(byte[3] == 2);
#endif
    **by_address = 9;
    *low = -1;
    assert(record.u.parts.list[2] == 9 && many[1].whole == 0x0102ffff && many[0].whole == 0);
    return 0;
}
