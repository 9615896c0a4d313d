/* Products of doubles that nobody decides soon. */
double __VERIFIER_nondet_double(void);
int main(void)
{
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double(), z = __VERIFIER_nondet_double();
    if (!(x > 1 && y > 1 && z > 1 && x < 1e9 && y < 1e9 && z < 1e9))
        return 0;
    for (int i = 0; i < 20; i++) {
        x = x * y / z + 1;
        y = y * z / x + 1;
        z = z * x / y + 1;
    }
    if (x * y * z == 123456789.0 && x / y == z)
        __VERIFIER_error();
    return 0;
}
