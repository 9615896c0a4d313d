// check: safe
// Members of a union are views of each other.
#include <assert.h>
#include <stdint.h>
uint64_t __VERIFIER_nondet_ulong(void);
union word { uint64_t whole; uint32_t half[2]; uint8_t byte[8]; struct { uint16_t low; uint8_t mid; } part; };
static union word table[2] = { { .half = { 1, 2 } }, { 7 } };
int main(void)
{
    union word w, v;
    w.whole = __VERIFIER_nondet_ulong();
    assert(w.half[0] == (uint32_t)w.whole && w.half[1] == w.whole >> 32);
    assert(w.part.low == w.byte[0] + 256 * w.byte[1] && w.part.mid == w.byte[2]);
    w.byte[7] = 0x80;
    assert(w.whole >> 56 == 0x80);
    v = w;
    v.half[0] = 5;
    assert(v.byte[0] == 5 && v.byte[1] == 0 && v.half[1] == w.half[1]);
    assert(table[0].whole == 0x200000001 && table[1].byte[0] == 7);
    return 0;
}
