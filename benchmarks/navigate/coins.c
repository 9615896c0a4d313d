/* Coins of three values come to a sum, with a given number of coins. Target: reachable. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int sum = 0;
    int coins = 0;

    while (__VERIFIER_nondet_int() != 0 && coins < 50) {
        int coin = __VERIFIER_nondet_int();

        if (coin == 1)
            sum += 5;
        else if (coin == 2)
            sum += 11;
        else
            sum += 23;
        ++coins;
    }
    if (coins == 21 && sum == 249)
        reach_error();
    return 0;
}
