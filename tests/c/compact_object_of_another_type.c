// check: unsafe error-statement@27
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void write(int *p) { *p = 3; }
static void shift(void)
{
    int local = 0;
    write(&local);
}
static int narrow(void)
{
    unsigned char a = 0, last = 0;
    int b = 250;
    unsigned char *p = &a;
    int *q = &b;
    while (*q < 300) {
        last = *q;
        *p = *p + 1;
        *q = *q + 1;
    }
    return last;
}
int main(void)
{
    int shifted = __VERIFIER_nondet_int();
    if (shifted) shift();
    if (narrow() == 43 && !shifted) reach_error();
    return 0;
}
