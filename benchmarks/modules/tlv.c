/* Decodes records of type, length and value; type 0 is padding, and 5 holds records itself. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct reader { const unsigned char *data; unsigned length, at; int depth; };
struct record { unsigned type, length; const unsigned char *value; };
static int tlv_next(struct reader *r, struct record *out)
{
    while (r->at < r->length && r->data[r->at] == 0)
        r->at++;
    if (r->at == r->length)
        return 0;
    if (r->length - r->at < 2)
        return -1;
    out->type = r->data[r->at];
    out->length = r->data[r->at + 1];
    r->at += 2;
#ifdef BUG
    if (r->at + out->length > r->length + 1)
#else
    if (out->length > r->length - r->at)
#endif
        return -1;
    out->value = r->data + r->at;
    r->at += out->length;
    return 1;
}

static int tlv_sum(const unsigned char *data, unsigned length, int depth, unsigned *sum)
{
    struct reader r = {data, length, 0, depth};
    struct record one;
    int found;
    while ((found = tlv_next(&r, &one)) == 1) {
        if (one.type == 5) {
            if (depth == 0 || tlv_sum(one.value, one.length, depth - 1, sum) < 0)
                return -1;
            continue;
        }
        for (unsigned i = 0; i < one.length; i++)
            *sum += one.value[i];
    }
    return found;
}

/* Writes a record; gives how many bytes it takes, or 0 if there is no room. */
static unsigned tlv_put(unsigned char *out, unsigned room, unsigned type, const unsigned char *value, unsigned n)
{
    if (n > 255 || room < 2 || n > room - 2)
        return 0;
    out[0] = (unsigned char)type;
    out[1] = (unsigned char)n;
    memcpy(out + 2, value, n);
    return n + 2;
}

/* A number of any length, the highest byte first; 0 if it is too long. */
static int tlv_number(const struct record *r, unsigned *number)
{
    unsigned value = 0;
    if (r->length > sizeof value)
        return 0;
    for (unsigned i = 0; i < r->length; i++)
        value = value << 8 | r->value[i];
    *number = value;
    return 1;
}

/* The first record of a type. */
static int tlv_find(const unsigned char *data, unsigned length, unsigned type, struct record *out)
{
    struct reader r = {data, length, 0, 0};
    while (tlv_next(&r, out) == 1)
        if (out->type == type)
            return 1;
    return 0;
}

int main(void)
{
    unsigned char data[5];
    unsigned sum = 0;
    for (int i = 0; i < 5; i++)
        data[i] = __VERIFIER_nondet_uchar();
    int result = tlv_sum(data, 5, 1, &sum);
    assert(result <= 0);
    assert(sum <= 3 * 255);
    unsigned char wire[8];
    unsigned n = tlv_put(wire, sizeof wire, 7, data, 2), number = 0;
    assert(n == 4);
    n += tlv_put(wire + n, sizeof wire - n, 9, data + 2, 2);
    assert(n == 8 && tlv_put(wire, 3, 1, data, 2) == 0);
    struct record found;
    assert(tlv_find(wire, n, 9, &found) && tlv_number(&found, &number));
    assert(number == (unsigned)data[2] * 256 + data[3]);
    assert(!tlv_find(wire, n, 8, &found));
    return 0;
}
