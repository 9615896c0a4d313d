// check: unsafe dangling-pointer@11
// The pointer is to the variable of the round before.
int main(void)
{
    int *last = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        if (!last)
            last = &x;
        else
            sum += *last;
    }
    return sum;
}
