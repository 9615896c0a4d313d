// check: safe
// check -DREACHED: unknown
// check -DBEFORE: unsafe assertion@26
// check -DCONDITION: unknown
// check -DTHREADS: unknown
// What is not supported is left open where a run comes to it, and matters to no other run.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
unsigned long long __builtin_ia32_rdtsc(void);

static void *work(void *what) { return what; }

int main(void)
{
	int n = __VERIFIER_nondet_int();
	int found = 0;
	if (n > 5 && n < 5) {
		_Float128 wide = n;
		found = wide > 3;
		return (int)__builtin_ia32_rdtsc();
	}
#ifdef REACHED
	found = (int)__builtin_ia32_rdtsc();
#elif defined BEFORE
	assert(n != 3);
	found = (int)__builtin_ia32_rdtsc();
#elif defined CONDITION
	switch (n) {
	case 1:
		if (__builtin_ia32_rdtsc() > 7)
	case 2:
			found = 1;
	}
#elif defined THREADS
	pthread_t thread;
	if (n == 4)
		pthread_create(&thread, 0, work, 0);
#endif
	assert(found == 0 || found == 1);
	return 0;
}
