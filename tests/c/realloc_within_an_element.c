// check: safe
// check -DWRONG: unsafe assertion@20
// What memory holds behind its last whole element is kept when it is moved.
#include <assert.h>
#include <stdlib.h>

struct part { int n; char b[1]; };

int main(void)
{
	int *p = malloc(7);
	p[0] = 5;
	((char *)p)[6] = 9;
	p = realloc(p, 8);
	assert(p[0] == 5 && ((char *)p)[6] == 9);
	short *s = malloc(3);
	((char *)s)[2] = 4;
	s = realloc(s, 100);
#ifdef WRONG
	assert(((char *)s)[2] != 4);
#endif
	assert(((char *)s)[2] == 4);
	long *rows = calloc(3, 5);
	rows = realloc(rows, 40);
	assert(((char *)rows)[14] == 0);
	return 0;
}
