// check: safe
// check -DBUG: unsafe assertion@33
#include <assert.h>
#include <stdint.h>
extern int nondet_int(void);
enum color : unsigned char { RED, GREEN = 200, BLUE };
enum wide : long long { LEAST = -5000000000, MOST = 0x7fffffffffffffff };
enum later : uint16_t;
struct pixel {
    enum color color;
    enum later later;
    enum wide : 3;
    enum color low : 4;
};
enum later : uint16_t { NONE, ALL = 0xffff };
typedef enum : signed char { MINUS = -1, ZERO, PLUS } sign;
enum truth : _Bool { NO, YES };
static sign sign_of(int value) { return value < 0 ? MINUS : value > 0 ? PLUS : ZERO; }
int main(void) {
    int value = nondet_int();
    assert(sizeof(enum color) == 1 && sizeof(GREEN) == 1 && sizeof(enum wide) == 8 && sizeof(ALL) == 2);
    assert(BLUE == 201 && LEAST < 0 && MOST > 0);
    assert(_Generic(GREEN, unsigned char: 1, default: 0));
    assert(sizeof(GREEN + 1) == sizeof(int));
    enum color color = value; /* as its type: modulo 256 */
    assert(color == (value & 255));
    struct pixel pixel = {BLUE, ALL, 5};
    assert(pixel.color == 201 && pixel.later == 65535 && pixel.low == 5);
    assert((enum truth)value == (value ? YES : NO));
    sign s = sign_of(value);
    assert(sizeof s == 1 && s >= -1 && s <= 1);
#ifdef BUG
    assert(color != GREEN || s != MINUS);
#endif
    return 0;
}
