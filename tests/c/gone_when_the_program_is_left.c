// check: safe
// check -DRETURNED: unsafe dangling-pointer@17
// check -DINNER: unsafe dangling-pointer@17
// check -DFALLS: unsafe dangling-pointer@17
// check -DDESTRUCTOR: unsafe dangling-pointer@22
// The variables of `main` are gone when what was given to `atexit` is called behind its end, but not when `exit` is called.
#include <assert.h>
#include <stdlib.h>

int *kept, *also;
int total;

static void late(void)
{
	assert(total == 0);
	if (kept)
		total = *kept;
}
__attribute__((destructor)) static void last(void)
{
	if (also)
		total += *also;
}
static void leave(void) { exit(total); }

int main(int argc, char **argv)
{
	int x = 5;
	atexit(late);
#ifdef DESTRUCTOR
	also = &x;
#endif
	if (argc > 3) {
		kept = &x;
		leave();
	}
	if (argc > 2) {
		int y = 4;
		kept = &y;
#ifdef INNER
		return x;
#else
		kept = 0;
#endif
	}
#ifdef RETURNED
	kept = &x;
	return 2;
#elif defined FALLS
	kept = &x;
#else
	return argc;
#endif
}
