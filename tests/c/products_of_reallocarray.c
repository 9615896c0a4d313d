// check: safe
// check --data-model ILP32: safe
// check --malloc-null: unsafe null-dereference@29
// check -DBUG: unsafe out-of-bounds@44
// `reallocarray` gives null, and leaves the old memory as it is, where the product wraps around.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

size_t nondet_size_t(void);

struct pair {
	int key;
	int value;
};

static int *grown(int *old, size_t count)
{
	int *new = reallocarray(old, count, sizeof *new);
	if (!new && count)
		free(old);
	return new;
}

int main(void)
{
	int *numbers = grown(NULL, 2);
	numbers[0] = 7;
	numbers[1] = 8;
	numbers = grown(numbers, 4);
	numbers[3] = 9;
	assert(numbers[0] == 7 && numbers[1] == 8);
	assert(reallocarray(numbers, SIZE_MAX / 2, 3) == NULL);
	assert(numbers[3] == 9); // still there

	size_t count = nondet_size_t();
	struct pair *pairs = reallocarray(0, count, sizeof(struct pair));
	assert(count <= SIZE_MAX / sizeof(struct pair) || !pairs);
	if (pairs && count > 2) {
		pairs[2].value = 3;
		assert(pairs[2].value == 3);
#ifdef BUG
		pairs[count].key = 1;
#endif
	}
	free(pairs);
	free(numbers);
	return 0;
}
