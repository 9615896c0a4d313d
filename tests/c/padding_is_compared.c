// check: unknown
// check -DDIFFERS: unsafe assertion@17
// check -DWRITTEN: safe
// What lies between the members of a struct, and was never written, may be anything: runs that `memcmp` compares it in are open,
// unless the members before it differ.
#include <assert.h>
#include <string.h>

struct pair { char first; int second; };

int main(void)
{
	struct pair x, y;
#ifdef DIFFERS
	x.first = 1;
	y.first = 2;
	assert(memcmp(&x, &y, sizeof x) == 0);
	return 0;
#elif defined WRITTEN
	memset(&x, 0, sizeof x);
	memset(&y, 0, sizeof y);
#endif
	x.first = y.first = 1;
	x.second = y.second = 2;
	assert(memcmp(&x, &y, sizeof x) == 0);
	return 0;
}
