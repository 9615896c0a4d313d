// check: unsafe error-statement@7
void klee_report_error(const char *, int, const char *, const char *) __attribute__((noreturn));
int klee_int(const char *);
int main(void)
{
    if (klee_int("x") == 5)
        klee_report_error(__FILE__, __LINE__, "five", "user");
    return 0;
}
