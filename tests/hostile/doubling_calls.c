/* Each function calls the one before twice. */
extern int __VERIFIER_nondet_int(void);
static int f0(int x) { return x & 1; }
static int f1(int x) { return f0(x) + f0(x + 1); }
static int f2(int x) { return f1(x) + f1(x + 1); }
static int f3(int x) { return f2(x) + f2(x + 1); }
static int f4(int x) { return f3(x) + f3(x + 1); }
static int f5(int x) { return f4(x) + f4(x + 1); }
static int f6(int x) { return f5(x) + f5(x + 1); }
static int f7(int x) { return f6(x) + f6(x + 1); }
static int f8(int x) { return f7(x) + f7(x + 1); }
static int f9(int x) { return f8(x) + f8(x + 1); }
static int f10(int x) { return f9(x) + f9(x + 1); }
static int f11(int x) { return f10(x) + f10(x + 1); }
static int f12(int x) { return f11(x) + f11(x + 1); }
static int f13(int x) { return f12(x) + f12(x + 1); }
static int f14(int x) { return f13(x) + f13(x + 1); }
static int f15(int x) { return f14(x) + f14(x + 1); }
static int f16(int x) { return f15(x) + f15(x + 1); }
static int f17(int x) { return f16(x) + f16(x + 1); }
static int f18(int x) { return f17(x) + f17(x + 1); }
static int f19(int x) { return f18(x) + f18(x + 1); }
static int f20(int x) { return f19(x) + f19(x + 1); }
static int f21(int x) { return f20(x) + f20(x + 1); }
static int f22(int x) { return f21(x) + f21(x + 1); }
static int f23(int x) { return f22(x) + f22(x + 1); }
static int f24(int x) { return f23(x) + f23(x + 1); }
static int f25(int x) { return f24(x) + f24(x + 1); }
static int f26(int x) { return f25(x) + f25(x + 1); }
static int f27(int x) { return f26(x) + f26(x + 1); }
static int f28(int x) { return f27(x) + f27(x + 1); }
static int f29(int x) { return f28(x) + f28(x + 1); }
static int f30(int x) { return f29(x) + f29(x + 1); }
static int f31(int x) { return f30(x) + f30(x + 1); }
static int f32(int x) { return f31(x) + f31(x + 1); }
static int f33(int x) { return f32(x) + f32(x + 1); }
static int f34(int x) { return f33(x) + f33(x + 1); }
static int f35(int x) { return f34(x) + f34(x + 1); }
static int f36(int x) { return f35(x) + f35(x + 1); }
static int f37(int x) { return f36(x) + f36(x + 1); }
static int f38(int x) { return f37(x) + f37(x + 1); }
static int f39(int x) { return f38(x) + f38(x + 1); }
static int f40(int x) { return f39(x) + f39(x + 1); }
static int f41(int x) { return f40(x) + f40(x + 1); }
static int f42(int x) { return f41(x) + f41(x + 1); }
static int f43(int x) { return f42(x) + f42(x + 1); }
static int f44(int x) { return f43(x) + f43(x + 1); }
static int f45(int x) { return f44(x) + f44(x + 1); }
static int f46(int x) { return f45(x) + f45(x + 1); }
static int f47(int x) { return f46(x) + f46(x + 1); }
static int f48(int x) { return f47(x) + f47(x + 1); }
static int f49(int x) { return f48(x) + f48(x + 1); }
static int f50(int x) { return f49(x) + f49(x + 1); }
static int f51(int x) { return f50(x) + f50(x + 1); }
static int f52(int x) { return f51(x) + f51(x + 1); }
static int f53(int x) { return f52(x) + f52(x + 1); }
static int f54(int x) { return f53(x) + f53(x + 1); }
static int f55(int x) { return f54(x) + f54(x + 1); }
static int f56(int x) { return f55(x) + f55(x + 1); }
static int f57(int x) { return f56(x) + f56(x + 1); }
static int f58(int x) { return f57(x) + f57(x + 1); }
static int f59(int x) { return f58(x) + f58(x + 1); }
int main(void)
{
    if (f59(__VERIFIER_nondet_int()) == 3)
        __VERIFIER_error();
    return 0;
}
