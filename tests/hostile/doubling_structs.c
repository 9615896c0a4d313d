/* 2^30 numbers in one variable. */
struct A { int x, y; };
struct B { struct A x, y; };
struct C { struct B x, y; };
struct D { struct C x, y; };
struct E { struct D x, y; };
struct F { struct E x, y; };
struct G { struct F x, y; };
struct H { struct G x, y; };
struct I { struct H x, y; };
struct J { struct I x, y; };
struct K { struct J x, y; };
struct L { struct K x, y; };
struct M { struct L x, y; };
struct N { struct M x, y; };
struct O { struct N x, y; };
struct P { struct O x, y; };
struct Q { struct P x, y; };
struct R { struct Q x, y; };
struct S { struct R x, y; };
struct T { struct S x, y; };
struct U { struct T x, y; };
struct V { struct U x, y; };
struct W { struct V x, y; };
struct X { struct W x, y; };
struct Y { struct X x, y; };
struct Z { struct Y x, y; };
struct Z z;
int main(void) { return z.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.y; }
