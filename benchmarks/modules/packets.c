/* Packets of a made-up protocol: a packed header of bit-fields, a payload and a checksum. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define MOST_PAYLOAD 6
struct header {
    uint8_t version : 3;
    uint8_t urgent : 1;
    uint8_t kind : 4;
    uint8_t length;
    uint16_t checksum;
} __attribute__((packed));

struct packet {
    struct header header;
    uint8_t payload[MOST_PAYLOAD];
} __attribute__((packed));

enum { OK, TOO_SHORT, WRONG_VERSION, WRONG_LENGTH, WRONG_CHECKSUM };

static uint16_t fold(uint32_t sum)
{
    while (sum >> 16)
        sum = (sum & 0xffff) + (sum >> 16);
    return (uint16_t)~sum;
}

static uint16_t checksum(const uint8_t *bytes, unsigned n)
{
    uint32_t sum = 0;
    unsigned i;
    for (i = 0; i + 1 < n; i += 2)
        sum += (uint32_t)(bytes[i] << 8 | bytes[i + 1]);
    if (i < n)
        sum += (uint32_t)(bytes[i] << 8);
    return fold(sum);
}

static void put16(uint16_t *where, uint16_t value)
{
    uint8_t *bytes = (uint8_t *)where;
    bytes[0] = (uint8_t)(value >> 8);
    bytes[1] = (uint8_t)value;
}

static uint16_t get16(const void *where)
{
    const uint8_t *bytes = where;
    return (uint16_t)(bytes[0] << 8 | bytes[1]);
}

static unsigned encode(uint8_t *out, unsigned kind, int urgent, const uint8_t *payload, unsigned n)
{
    struct packet p;
    memset(&p, 0, sizeof p);
    if (n > MOST_PAYLOAD)
        return 0;
    p.header.version = 5;
    p.header.urgent = urgent != 0;
    p.header.kind = kind;
    p.header.length = (uint8_t)n;
    memcpy(p.payload, payload, n);
    put16(&p.header.checksum, checksum((const uint8_t *)&p, (unsigned)sizeof p.header + n));
    memcpy(out, &p, sizeof p.header + n);
    return (unsigned)sizeof p.header + n;
}

static int decode(struct packet *p, const uint8_t *in, unsigned n)
{
    if (n < sizeof p->header)
        return TOO_SHORT;
    memset(p, 0, sizeof *p);
    memcpy(&p->header, in, sizeof p->header);
    if (p->header.version != 5)
        return WRONG_VERSION;
#ifdef BUG
    if (p->header.length > n)
#else
    if (p->header.length > MOST_PAYLOAD || sizeof p->header + p->header.length != n)
#endif
        return WRONG_LENGTH;
    memcpy(p->payload, in + sizeof p->header, p->header.length);
    uint16_t wanted = get16(&p->header.checksum);
    p->header.checksum = 0;
    if (checksum((const uint8_t *)p, n) != wanted)
        return WRONG_CHECKSUM;
    return OK;
}

int main(void)
{
    uint8_t wire[sizeof(struct packet)], payload[2];
    struct packet p;
    assert(sizeof(struct header) == 4);
    payload[0] = __VERIFIER_nondet_uchar();
    payload[1] = __VERIFIER_nondet_uchar();
    unsigned kind = __VERIFIER_nondet_uchar() & 15;
    unsigned n = encode(wire, kind, payload[0] > 7, payload, 2);
    assert(n == 6);
    assert(decode(&p, wire, n) == OK);
    assert(p.header.kind == kind && p.header.urgent == (payload[0] > 7));
    assert(p.payload[1] == payload[1]);
    uint8_t strange[5];
    for (int i = 0; i < 5; i++)
        strange[i] = __VERIFIER_nondet_uchar();
    int result = decode(&p, strange, 5);
    assert(result >= OK && result <= WRONG_CHECKSUM);
    if (result == OK)
        assert(p.header.length == 1 && (strange[0] & 7) == 5);
    return 0;
}
