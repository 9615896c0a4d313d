// check: safe
// check -DBUG: unsafe assertion@25
// check -DREAD: unsafe out-of-bounds@27
// check -DFAR: unsafe out-of-bounds@29
// `*(&row + 1)` and `table[LENGTH]` are no objects, but where they would begin is a row's end.
#include <assert.h>
struct packet { char kind; short body[4]; int sum; };
static short table[3][4];
int main(void)
{
    struct packet packet = { 'a', { 5, 6, 7, 8 }, 0 };
    for (short *at = packet.body; at != *(&packet.body + 1); at++)
        packet.sum += *at;
    assert(packet.sum == 26);
    short *last = *(table + 3) - 1;
    *last = 9;
    assert(table[2][3] == 9 && table[3] == *(&table[2] + 1) && table[3] - table[2] == 4);
    struct packet many[2] = { { .body = { 1, 2, 3, 4 } }, { .body = { 10, 20, 30, 40 } } };
    int all = 0;
    for (int i = 0; i < 2; i++)
        for (short *at = many[i].body; at < *(&many[i].body + 1); at++)
            all += *at;
    assert(all == 110);
#ifdef BUG
    assert(*(&packet.body + 1) == packet.body + 3);
#elif defined READ
    return **(&packet.body + 1);
#elif defined FAR
    return *(&packet.body + 2) == packet.body;
#endif
    return 0;
}
