/* A journal in a ring of records of different lengths; old records make room for new ones. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define BYTES 64
#define LONGEST 10

struct journal {
    unsigned char data[BYTES];
    int start, used;
    int records;
    unsigned long written, dropped;
};

static unsigned char at(const struct journal *j, int offset)
{
    return j->data[(j->start + offset) % BYTES];
}

static void drop_oldest(struct journal *j)
{
    int length = at(j, 0);
    assert(length >= 1 && length <= LONGEST);
    j->start = (j->start + 1 + length) % BYTES;
    j->used -= 1 + length;
    j->records--;
    j->dropped++;
}

static void put(struct journal *j, unsigned char byte)
{
    j->data[(j->start + j->used) % BYTES] = byte;
    j->used++;
}

static void append(struct journal *j, const unsigned char *record, int length)
{
#ifdef BUG
    if (length < 1)
#else
    if (length < 1 || length > LONGEST)
#endif
        return;
    while (BYTES - j->used < 1 + length)
        drop_oldest(j);
    put(j, (unsigned char)length);
    for (int i = 0; i < length; i++)
        put(j, record[i]);
    j->records++;
    j->written++;
}

int main(void)
{
    struct journal j = {{0}, 0, 0, 0, 0, 0};
    unsigned char record[LONGEST];
    while (__VERIFIER_nondet_int()) {
        for (int i = 0; i < LONGEST; i++)
            record[i] = __VERIFIER_nondet_uchar();
        append(&j, record, __VERIFIER_nondet_int());
        assert(j.used >= 0 && j.used <= BYTES);
        assert(j.start >= 0 && j.start < BYTES);
        assert(j.records >= 0 && j.records <= BYTES / 2);
        assert(j.written - j.dropped == (unsigned long)j.records);
    }
    return 0;
}
