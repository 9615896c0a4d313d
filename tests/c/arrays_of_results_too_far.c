// check: unsafe out-of-bounds@12
int __VERIFIER_nondet_int(void);
struct name { int key; char text[6]; };
static struct name make(int key)
{
    struct name name = {key, "x"};
    return name;
}
int main(void)
{
    int i = __VERIFIER_nondet_int();
    return i > 0 ? make(4).text[i] : 0;
}
