/* Money is paid in by tens, and out by sevens; the account has to come to one sum after so many entries. Target: reachable. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int money = 0;
    int entries = 0;

    for (int i = 0; i < 45; ++i) {
        int what = __VERIFIER_nondet_int();

        if (what == 1) {
            money += 10;
            ++entries;
        } else if (what == 2 && money >= 7) {
            money -= 7;
            ++entries;
        }
    }
    if (entries == 27 && money == 100)
        reach_error();
    return 0;
}
