// check: safe
// A variable that is only named need not have a value.
int main(void)
{
    int x, y;
    int *p;
    (void)x;
    x;
    (void)p;
    x, y = 0;
    return y;
}
