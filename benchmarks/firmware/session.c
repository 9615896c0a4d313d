/* A connection with a handshake, keep-alive and retries, driven by events. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum state { CLOSED, CONNECTING, OPEN, CLOSING, FAILED };
enum event { CONNECT, ACK, NACK, DATA, CLOSE, TIMER, EVENTS };
#define RETRIES 4
#define WINDOW 8

struct session {
    enum state state;
    int retries;
    int idle;
    unsigned sent, acknowledged;
};

static void reset(struct session *s)
{
    s->retries = 0;
    s->idle = 0;
#ifdef BUG
    s->acknowledged = 0;
#else
    s->acknowledged = s->sent = 0;
#endif
}

static void on_timer(struct session *s)
{
    switch (s->state) {
    case CONNECTING:
    case CLOSING:
        if (s->retries == RETRIES)
            s->state = FAILED;
        else
            s->retries++;
        break;
    case OPEN:
        if (++s->idle > 10)
            s->state = CLOSING;
        break;
    default:
        break;
    }
}

static void on_event(struct session *s, enum event e)
{
    if (e == TIMER) {
        on_timer(s);
        return;
    }
    switch (s->state) {
    case CLOSED:
    case FAILED:
        if (e == CONNECT) {
            reset(s);
            s->state = CONNECTING;
        }
        break;
    case CONNECTING:
        if (e == ACK) {
            s->retries = 0;
            s->state = OPEN;
        } else if (e == NACK) {
            s->state = FAILED;
        }
        break;
    case OPEN:
        s->idle = 0;
        if (e == DATA && s->sent - s->acknowledged < WINDOW)
            s->sent++;
        else if (e == ACK && s->acknowledged != s->sent)
            s->acknowledged++;
        else if (e == CLOSE) {
            s->retries = 0;
            s->state = CLOSING;
        }
        break;
    case CLOSING:
        if (e == ACK)
            s->state = CLOSED;
        break;
    }
}

int main(void)
{
    struct session s = {CLOSED, 0, 0, 0, 0};
    while (__VERIFIER_nondet_int()) {
        int e = __VERIFIER_nondet_int();
        if (e < 0 || e >= EVENTS)
            break;
        on_event(&s, (enum event)e);
        assert(s.retries >= 0 && s.retries <= RETRIES);
        assert(s.sent - s.acknowledged <= WINDOW);
        assert(s.idle >= 0 && s.idle <= 11);
        assert(s.state >= CLOSED && s.state <= FAILED);
        if (s.state == CONNECTING)
            assert(s.sent == 0);
    }
    return 0;
}
