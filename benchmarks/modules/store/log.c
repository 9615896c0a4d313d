/* The log of a store. */
#include "store.h"
#include <string.h>

static int same_key(const struct record *r, const char *key)
{
    return strncmp(r->key, key, STORE_KEY) == 0;
}

int log_append(struct log *l, const char *key, int value, int deleted)
{
    if (l->used == STORE_RECORDS)
        return 0;
    struct record *r = &l->records[l->used++];
    strncpy(r->key, key, STORE_KEY - 1);
    r->key[STORE_KEY - 1] = 0;
    r->value = value;
    r->deleted = deleted != 0;
    return 1;
}

/* The last record of a key, which says what it is now. */
const struct record *log_last(const struct log *l, const char *key)
{
#ifdef BUG
    for (size_t i = l->used; i >= 0 && i <= STORE_RECORDS; i--) {
        const struct record *r = &l->records[i];
        if (same_key(r, key))
            return r;
    }
#else
    for (size_t i = l->used; i > 0; i--) {
        const struct record *r = &l->records[i - 1];
        if (same_key(r, key))
            return r;
    }
#endif
    return NULL;
}

/* Drops records that later ones replace, and deleted ones. Gives how many are left. */
size_t log_compact(struct log *l)
{
    size_t kept = 0;
    for (size_t i = 0; i < l->used; i++) {
        const struct record *r = &l->records[i];
        if (log_last(l, r->key) != r || r->deleted)
            continue;
        if (kept != i)
            l->records[kept] = *r;
        kept++;
    }
    l->used = kept;
    return kept;
}
