/* The store: checks keys, and keeps the number of records that are there. */
#include "store.h"
#include <stdlib.h>
#include <string.h>

struct store {
    struct log log;
    size_t count;
};

struct store *store_open(void)
{
    struct store *s = malloc(sizeof *s);
    if (s)
        memset(s, 0, sizeof *s);
    return s;
}

void store_close(struct store *s) { free(s); }

static int is_key(const char *key)
{
    size_t n = strlen(key);
    return n > 0 && n < STORE_KEY;
}

static int is_there(const struct store *s, const char *key)
{
    const struct record *r = log_last(&s->log, key);
    return r && !r->deleted;
}

static enum store_result append(struct store *s, const char *key, int value, int deleted)
{
    if (log_append(&s->log, key, value, deleted))
        return STORE_OK;
    if (log_compact(&s->log) < STORE_RECORDS && log_append(&s->log, key, value, deleted))
        return STORE_OK;
    return STORE_FULL;
}

enum store_result store_put(struct store *s, const char *key, int value)
{
    if (!is_key(key))
        return STORE_BAD_KEY;
    int there = is_there(s, key);
    enum store_result result = append(s, key, value, 0);
    if (result == STORE_OK && !there)
        s->count++;
    return result;
}

enum store_result store_get(const struct store *s, const char *key, int *value)
{
    if (!is_key(key))
        return STORE_BAD_KEY;
    const struct record *r = log_last(&s->log, key);
    if (!r || r->deleted)
        return STORE_NOT_FOUND;
    *value = r->value;
    return STORE_OK;
}

enum store_result store_delete(struct store *s, const char *key)
{
    if (!is_key(key))
        return STORE_BAD_KEY;
    if (!is_there(s, key))
        return STORE_NOT_FOUND;
    enum store_result result = append(s, key, 0, 1);
    if (result == STORE_OK)
        s->count--;
    return result;
}

size_t store_count(const struct store *s) { return s->count; }
size_t store_compact(struct store *s) { return log_compact(&s->log); }
