/* A PI controller in fixed point with limits on its integral and its output. */
#include <assert.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);

#define ONE 256
#define MOST_INTEGRAL (64 * ONE)
#define MOST_OUTPUT 1000

struct controller {
    int32_t kp, ki;
    int32_t integral;
    int32_t output;
    uint32_t saturated;
};

static int32_t clamp(int32_t value, int32_t low, int32_t high)
{
    if (value < low)
        return low;
#ifdef BUG
    if (value > high + 1)
#else
    if (value > high)
#endif
        return high;
    return value;
}

static int32_t update(struct controller *c, int32_t error)
{
    int32_t e = clamp(error, -2000, 2000);
    int32_t next = c->integral + c->ki * e;
    c->integral = clamp(next, -MOST_INTEGRAL, MOST_INTEGRAL);
    int32_t raw = (c->kp * e + c->integral) / ONE;
    c->output = clamp(raw, -MOST_OUTPUT, MOST_OUTPUT);
    if (c->output != raw)
        c->saturated++;
    return c->output;
}

int main(void)
{
    struct controller c = {3 * ONE, 7, 0, 0, 0};
    int32_t position = 0;
    int32_t target = 0;
    uint32_t steps = 0;
    while (__VERIFIER_nondet_int()) {
        int wish = __VERIFIER_nondet_int();
        if (wish >= -500 && wish <= 500)
            target = wish;
        int32_t force = update(&c, target - position);
        assert(force >= -MOST_OUTPUT && force <= MOST_OUTPUT);
        assert(c.integral >= -MOST_INTEGRAL && c.integral <= MOST_INTEGRAL);
        position = clamp(position + force / 100, -1000, 1000);
        assert(position >= -1000 && position <= 1000);
        assert(target >= -500 && target <= 500);
        if (steps < UINT32_MAX)
            steps++;
    }
    return 0;
}
