// check: unsafe uninitialized@9
int main(void)
{
    int i = 0;
    {
        int x = 1;
    again:
        if (++i == 2)
            return x;
    }
    goto again;
}
