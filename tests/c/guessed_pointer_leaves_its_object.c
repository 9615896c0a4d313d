// check --check assert,null,bounds: unsafe
// Behind the object that a pointer was found to point to there is none.
int a[3];
int main(void)
{
    int *p;
    if (p == &a[2]) {
        *p = 1;
        p[1] = 1;
    }
    return 0;
}
