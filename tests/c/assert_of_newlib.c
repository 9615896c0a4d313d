// check: unsafe assertion@8
void __assert_func(const char *, int, const char *, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_func(__FILE__, __LINE__, __func__, #e))
int nondet_int(void);
int main(void)
{
    int x = nondet_int();
    assert(x != 5);
    return 0;
}
