// check: safe
// A function that is `inline` does what its body says, also where C99 leaves it open whether another definition is called.
#include <assert.h>

inline int next(int x);
static int early(void) { return next(3); }
inline int next(int x) { return x + 1; }
extern inline __attribute__((gnu_inline)) int twice(int x) { return 2 * next(x); }
__inline__ int both(int x) { return next(x) + twice(x); }

int main(void)
{
	int (*by_address)(int) = next;
	assert(early() == 4 && twice(1) == 4 && both(1) == 6 && by_address(6) == 7);
	return 0;
}
