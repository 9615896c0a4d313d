// check: safe
#include <assert.h>
#include <stddef.h>
struct a { char c; int x; short s; } __attribute__((packed));
struct __attribute__((packed)) b { char c; struct { char d; long l; } in; };
struct c { char c; int x __attribute__((packed)); char d; _Alignas(16) char e; } __attribute__((aligned(32)));
struct d { char c; __attribute__((aligned(8))) char d, e; char f __attribute__((aligned)), g; };
#pragma pack(push, 2)
struct e { char c; int x; struct a a; double d; };
#pragma pack(1)
struct f { char c; long l; } __attribute__((aligned(4)));
#pragma pack(pop)
struct g { char c; int x; };
enum __attribute__((packed)) small { ONE, TWO = 200 };
enum tiny { MINUS = -1, PLUS = 127 } __attribute__((packed));
union __attribute__((aligned(8))) u { char c; char d; };
typedef struct { char c; int x; } __attribute__((__packed__)) packed_t;
int counter __attribute__((aligned(64)));
int main(void)
{
    assert(sizeof(struct a) == 7 && offsetof(struct a, s) == 5);
    assert(sizeof(struct b) == 17 && offsetof(struct b, in.l) == 9);
    assert(sizeof(struct c) == 32 && offsetof(struct c, x) == 1 && offsetof(struct c, d) == 5 && offsetof(struct c, e) == 16);
    assert(sizeof(struct d) == 48 && offsetof(struct d, e) == 16 && offsetof(struct d, f) == 32 && offsetof(struct d, g) == 33);
    assert(sizeof(struct e) == 22 && offsetof(struct e, x) == 2 && offsetof(struct e, d) == 14);
    assert(sizeof(struct f) == 12 && offsetof(struct f, l) == 1);
    assert(sizeof(struct g) == 8 && sizeof(packed_t) == 5);
    assert(sizeof(enum small) == 1 && sizeof(enum tiny) == 1 && (enum small)-1 > 0 && (enum tiny)-1 < 0);
    assert(sizeof(union u) == 8 && sizeof(struct a[3]) == 21);
    struct a array[2] = {{1, 2, 3}, {4, 5, 6}};
    assert(array[1].x == 5 && &array[1] - &array[0] == 1 && counter == 0);
    return 0;
}
