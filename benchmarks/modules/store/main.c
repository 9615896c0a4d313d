/* Puts, gets and deletes records of unknown keys. */
#include "store.h"
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    struct store *s = store_open();
    assert(s);
    char key[3];
    int value = -1;
    key[0] = (char)__VERIFIER_nondet_uchar();
    key[1] = (char)__VERIFIER_nondet_uchar();
    key[2] = 0;
    assert(store_put(s, "one", 1) == STORE_OK);
    assert(store_put(s, "long name", 1) == STORE_BAD_KEY);
    enum store_result put = store_put(s, key, 2);
    if (key[0] == 0) {
        assert(put == STORE_BAD_KEY && store_count(s) == 1);
    } else {
        assert(put == STORE_OK && store_count(s) == 2);
        assert(store_get(s, key, &value) == STORE_OK && value == 2);
        assert(store_put(s, key, 3) == STORE_OK && store_count(s) == 2);
        assert(store_compact(s) == 2);
        assert(store_get(s, key, &value) == STORE_OK && value == 3);
        assert(store_delete(s, key) == STORE_OK && store_count(s) == 1);
        assert(store_get(s, key, &value) == STORE_NOT_FOUND);
        assert(store_delete(s, key) == STORE_NOT_FOUND);
    }
    assert(store_get(s, "one", &value) == STORE_OK && value == 1);
    assert(store_compact(s) == 1);
    store_close(s);
    return 0;
}
