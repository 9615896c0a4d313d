// check: unsafe error-statement@4
int nondet_int(void);
static _Noreturn void die(int x) { if (x == 1) for (;;) {}
}
int main(void)
{
    int x = nondet_int();
    if (x > 0) die(x);
    return 0;
}
