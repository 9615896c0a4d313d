// check: safe
// check --check assert: safe
void __VERIFIER_assert(int condition);
static int into(void)
{
    goto inside;
    {
        int a[2];
    inside:
        a[0] = 1;
        return a[0];
    }
}
static int first(int n)
{
    int result = -1;
    char text[4] = "abc";
    if (n < 0)
        goto out;
    int square = n * n;
    result = square + text[1];
out:
    return result;
}
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        switch (i) {
            int x[2];
            int y;
        case 0:
            x[0] = 1;
            sum += x[0];
            break;
        default:
            x[1] = 2;
            y = x[1];
            sum += y;
        }
    }
    __VERIFIER_assert(sum == 5);
    __VERIFIER_assert(into() == 1);
    __VERIFIER_assert(first(-1) == -1 && first(2) == 4 + 'b');
    return 0;
}
