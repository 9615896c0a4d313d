/* A thermostat with hysteresis, a least time between switches, and an alarm. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum mode { OFF, HEATING, COOLING, FAULT };

struct thermostat {
    enum mode mode;
    int target;
    int since;
    int heater, cooler;
    int bad_readings;
};

static int plausible(int reading) { return reading > -400 && reading < 1250; }

static void set(struct thermostat *t, enum mode mode)
{
    t->mode = mode;
    t->heater = mode == HEATING;
#ifdef BUG
    if (mode != HEATING)
        t->cooler = mode == COOLING;
#else
    t->cooler = mode == COOLING;
#endif
    t->since = 0;
}

static void control(struct thermostat *t, int reading)
{
    if (!plausible(reading)) {
        if (++t->bad_readings >= 5)
            set(t, FAULT);
        return;
    }
    t->bad_readings = 0;
    if (t->since < 60)
        t->since++;
    switch (t->mode) {
    case OFF:
        if (t->since < 30)
            break;
        if (reading < t->target - 5)
            set(t, HEATING);
        else if (reading > t->target + 5)
            set(t, COOLING);
        break;
    case HEATING:
        if (reading > t->target + 20 && t->since >= 10)
            set(t, COOLING);
        else if (reading >= t->target)
            set(t, OFF);
        break;
    case COOLING:
        if (reading < t->target - 20 && t->since >= 10)
            set(t, HEATING);
        else if (reading <= t->target)
            set(t, OFF);
        break;
    case FAULT:
        if (reading >= t->target - 5 && reading <= t->target + 5)
            set(t, OFF);
        break;
    }
}

int main(void)
{
    struct thermostat t = {OFF, 210, 0, 0, 0, 0};
    while (__VERIFIER_nondet_int()) {
        int wish = __VERIFIER_nondet_int();
        if (wish >= 50 && wish <= 300)
            t.target = wish;
        if (t.mode == FAULT)
            t.bad_readings = 0;
        control(&t, __VERIFIER_nondet_int());
        assert(!(t.heater && t.cooler));
        assert(t.target >= 50 && t.target <= 300);
        assert(t.since >= 0 && t.since <= 60);
        assert(t.bad_readings >= 0 && t.bad_readings <= 5);
        if (t.mode == HEATING)
            assert(t.heater == 1);
        if (t.mode == FAULT)
            assert(t.heater == 0 && t.cooler == 0);
    }
    return 0;
}
