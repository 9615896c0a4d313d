// check: safe
// check -DBUG: unsafe assertion@24
// Locks of a program of one thread can be had; what is to be called once is.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int count;
static __thread int made;
extern _Thread_local int elsewhere;
_Thread_local int elsewhere = 2;
static void make(void) { made++; }

int main(void)
{
    for (int i = 0; i < 3; i++) {
        if (pthread_mutex_lock(&lock)) return 1;
        pthread_once(&once, make);
        count++;
        pthread_mutex_unlock(&lock);
    }
    assert(count == 3 && made == 1 && elsewhere == 2);
#ifdef BUG
    assert(pthread_mutex_trylock(&lock) == 0);
#endif
    return 0;
}
