// check: safe
// What no run comes to has no locations, and is unreachable all the same.
static int never(int a)
{
    if (a > 2) { //~ unreachable
        a = 7; //~ unreachable
    }
    return a / a; //~ unreachable
}
int main(void)
{
    int x = 1;
    goto end;
    x = 2; //~ unreachable
end:
    return 0; //~ reachable
    x = 3; //~ unreachable
}
