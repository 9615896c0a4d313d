/* A store of short records by key: a log of all changes, and an index over it. */
#ifndef STORE_H
#define STORE_H
#include <stddef.h>

#define STORE_RECORDS 3
#define STORE_KEY 4

struct store;
enum store_result { STORE_OK, STORE_FULL, STORE_NOT_FOUND, STORE_BAD_KEY };

struct store *store_open(void);
void store_close(struct store *s);
enum store_result store_put(struct store *s, const char *key, int value);
enum store_result store_get(const struct store *s, const char *key, int *value);
enum store_result store_delete(struct store *s, const char *key);
size_t store_count(const struct store *s);
size_t store_compact(struct store *s);

/* The log: records in the order in which they were written. */
struct record {
    char key[STORE_KEY];
    int value;
    unsigned char deleted;
};

struct log {
    struct record records[STORE_RECORDS];
    size_t used;
};

int log_append(struct log *l, const char *key, int value, int deleted);
const struct record *log_last(const struct log *l, const char *key);
size_t log_compact(struct log *l);
#endif
