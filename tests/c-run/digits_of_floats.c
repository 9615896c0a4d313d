// Floating point numbers as texts: all digits are those that the compiler's library writes.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static void show(const char *text, int length)
{
    unsigned sum = (unsigned)length;
    for (int i = 0; text[i]; i++)
        sum = sum * 31 + (unsigned char)text[i];
    /* The text is told by what it sums up to, and its first characters. */
    printf("%d %u", length, sum);
    for (int i = 0; i < 8 && text[i]; i++)
        printf(" %d", text[i]);
    printf("\n");
}

static void all(double x)
{
    static const char *formats[] = {"%f", "%.0f", "%.1f", "%.2f", "%10.3f|", "%-10.1f|", "%+.4f", "%010.2f", "%e", "%.0e", "%.3E",
                                    "%g", "%G", "%.10g", "%.0g", "%#.0f", "%12.4g|", "%.17g", "% .3e", "%.20f"};
    char text[400];
    for (unsigned i = 0; i < sizeof formats / sizeof formats[0]; i++)
        show(text, snprintf(text, sizeof text, formats[i], x));
}

int main(void)
{
    static const double numbers[] = {0.0, -0.0, 0.5, 1.5, 2.5, 0.125, 9.995, 99.995, 999998.5, 123456789.0, 1e-5, 9.9999995e-5,
                                     0.0001, 1e22, 1e23, 5e-324, 1.7976931348623157e308, 3.14159265358979, 1e100, 1e-100, 0.1, 100.0};
    char text[400];
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        all(numbers[i]);
    all(-1234.5678);
    all(INFINITY);
    all(-NAN);
    all(__VERIFIER_nondet_int() / 1000.0);
    all(__VERIFIER_nondet_int() * 1e-12);
    show(text, snprintf(text, sizeof text, "%.*f|%*.2e", 3, 2.0005, 12, -7.25));
    show(text, snprintf(text, 5, "%f", 12345.678));
    show(text, snprintf(text, sizeof text, "%Lf %Lg", 1.5L, 0.0625L));
    show(text, snprintf(text, sizeof text, "%.3f", 1.0f / 3));
    return 0;
}
