// check: unsafe uninitialized@14
// The jump over the declaration is in an expression.
int main(void)
{
    for (int i = 0; i < 2; i++) {
        ({
            if (i == 1)
                goto inside;
            0;
        });
        {
            int y = 3;
        inside:
            if (y != 3)
                return 1;
        }
    }
    return 0;
}
