// check: unsafe assertion@33
// check -DDIFFERS: unsafe assertion@21
// check -DWRITTEN: safe
// check -DCOPIED: unknown
// check -DONE: unsafe assertion@37
// What lies between the members of a struct, and was never written, may be anything: `memcmp` may find a difference there, and
// does not if the members before it differ in any case.
#include <assert.h>
#include <string.h>

struct pair { char first; int second; };

int main(void)
{
	struct pair x, y;
#ifdef DIFFERS
	x.first = 1;
	y.first = 2;
	x.second = y.second = 2;

	assert(memcmp(&x, &y, sizeof x) == 0);
#elif defined COPIED
	x.first = 1, x.second = 2;
	memcpy(&y, &x, sizeof x);
	assert(memcmp(&x, &y, sizeof x) == 0);
	return 0;
#elif defined WRITTEN
	memset(&x, 0, sizeof x);
	memset(&y, 0, sizeof y);
#endif
	x.first = y.first = 1, x.second = y.second = 2;
#ifndef ONE
	assert(memcmp(&x, &y, sizeof x) == 0);
#else
	unsigned char *bytes = (unsigned char *)&x;
	int second = bytes[2];
	assert(bytes[3] != 7 || second != 9 || bytes[1] == bytes[2]);
#endif
	return 0;
}
