// check main.c part.c --compile-commands .: safe
// check @flags: safe
// check @flags -DLIMIT=4: unsafe assertion@main.c:11
// check main.c part.c -Iinclude -include extra.h -DLIMIT=5 -UREMOVED --std c99: safe
// check main.c part.c --compile-commands /nowhere: refused cannot read
// check @none: refused cannot read `none`
// check main.c part.c --std fortran: refused a standard is
#include <assert.h>
int part(void);
int main(void) {
    assert(part() == LIMIT + EXTRA);
#ifdef REMOVED
    assert(0);
#endif
    return 0;
}
