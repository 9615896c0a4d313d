// check: safe
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int base = __VERIFIER_nondet_int();
    char *end;
    errno = 0;
    assert(strtol("7", &end, 1) == 0 && errno == EINVAL);
    errno = 0;
    assert(strtoul("7", 0, 37) == 0 && errno == EINVAL);
    if (base > 7 && base <= 36)
        assert(strtol("7", &end, base) == 7 && *end == 0);
    return 0;
}
