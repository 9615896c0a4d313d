// check: unsafe error-statement@17
// No byte of a long buffer is the one that is looked for: a condition on more elements than are tried one by one.
extern void __VERIFIER_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    static char text[1024 * 120];
    char wanted = __VERIFIER_nondet_char();
    unsigned i;
    for (i = 0; i < sizeof text; i++)
        text[i] = __VERIFIER_nondet_char();
    for (i = 0; i < sizeof text; i++)
        if (text[i] == wanted)
            return 0;
    if (i == sizeof text)
        __VERIFIER_error();
    return 0;
}
