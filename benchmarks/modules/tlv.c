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
int main(void)
{
    unsigned char data[5];
    unsigned sum = 0;
    for (int i = 0; i < 5; i++)
        data[i] = __VERIFIER_nondet_uchar();
    int result = tlv_sum(data, 5, 1, &sum);
    assert(result <= 0);
    assert(sum <= 3 * 255);
    return 0;
}
