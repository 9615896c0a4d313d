// check: safe
int nondet_int(void);
static void stop(void) { ERROR: goto ERROR; }
int main(void)
{
    int a = nondet_int();
    if (a > 5) for (;;) {}
    if (a < -5) while (1);
    if (a == 1) do ; while (1);
    if (a == 2) do continue; while (1);
    if (a == 3) { L: ; goto L; }
    if (a == 4) for (;;) { int unused; }
    if (a == 5) stop();
    A: if (a == 0) { B: goto C; D: goto A; C: goto D; }
    return 0;
}
