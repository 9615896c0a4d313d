// check: safe
// check -DBUG: unsafe out-of-bounds@34
// Rounds that mix unknown bytes: whether a sum in them wraps is not worth a question.

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned turned(unsigned x, int by)
{
    return x << by | x >> (32 - by);
}

static void mixed(unsigned w[4], const unsigned char in[8])
{
    for (int i = 0; i < 8; i++)
        w[i % 4] += (unsigned)in[i] << 8 * (i / 4);
    for (unsigned round = 0; round < 48; round++) {
        unsigned chosen = (w[1] & w[2]) ^ (~w[1] & w[3]);
        unsigned next = w[0] + chosen + (turned(w[1], 5) ^ turned(w[1], 19)) + round * 0x9e3779b9u;
        w[0] = w[3];
        w[3] = w[2];
        w[2] = w[1] + turned(next, 11);
        w[1] = next;
    }
}

int main(void)
{
    unsigned char in[8], seen[16] = {0};
    unsigned w[4] = {1, 2, 3, 4};
    for (int i = 0; i < 8; i++)
        in[i] = __VERIFIER_nondet_uchar();
    mixed(w, in);
#ifdef BUG
    seen[w[1] & 31] = 1;
#else
    seen[w[1] & 15] = 1;
#endif
    return seen[0];
}
