/* A shift register of 16 bits comes back after 65535 steps and not before.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>

int main(void)
{
    uint16_t s = 0xACE1u;
    unsigned period = 0;

    do {
        s = (s >> 1) ^ (-(s & 1u) & 0xB400u);
        period++;
    } while (s != 0xACE1u);
#ifdef BUG
    assert(period == 65536);
#else
    assert(period == 65535);
#endif
    return 0;
}
