// check: unsafe uninitialized@6
// What is tested or converted is looked at, even if nobody needs the result.
int main(void)
{
    int x, y = 1;
    y && x;
    return 0;
}
