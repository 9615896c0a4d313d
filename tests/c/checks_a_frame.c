// check: safe
// check -DBUG: unsafe out-of-bounds@40
// A frame of unknown length with a check sum that is computed bit by bit, by branches: more paths than can be gone one by one.
#include <assert.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct frame {
    unsigned char kind, length, body[8];
};

static unsigned short sum(const unsigned char *bytes, unsigned count)
{
    unsigned short rest = 0xffff;
    while (count--) {
        rest ^= *bytes++;
        for (int bit = 0; bit < 8; bit++) {
            if (rest & 1)
                rest = rest >> 1 ^ 0x8408;
            else
                rest >>= 1;
        }
    }
    return rest;
}

static int taken(const unsigned char *bytes, unsigned count, struct frame *out)
{
    if (count < 4)
        return 0;
    unsigned short want = sum(bytes, count - 2);
    if (bytes[count - 2] != (want & 255) || bytes[count - 1] != want >> 8)
        return 0;
#ifndef BUG
    if (bytes[1] > sizeof out->body || bytes[1] + 4u != count)
        return 0;
#endif
    memcpy(out->body, bytes + 2, bytes[1]);
    out->kind = bytes[0];
    out->length = bytes[1];
    return 1;
}

int main(void)
{
    unsigned char bytes[8];
    struct frame frame;
    unsigned count = __VERIFIER_nondet_uint();
    if (count > sizeof bytes)
        return 0;
    for (unsigned i = 0; i < count; i++)
        bytes[i] = __VERIFIER_nondet_uchar();
    if (taken(bytes, count, &frame)) {
        assert(frame.length == count - 4 && frame.length <= 4);
        assert(frame.length == 0 || frame.body[frame.length - 1] == bytes[count - 3]);
    }
    return 0;
}
