// check: safe
// check -DBUG: unsafe assertion@47
// check -DEXACT: unsafe assertion@44
// Floating point numbers as texts: exact where they are known; else each character is one that can be there.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
extern double nondet_double(void);

static int is_number(const char *s) {
    if (*s == '-') s++;
    if (!strcmp(s, "inf") || !strcmp(s, "nan")) return 1;
    if (!isdigit((unsigned char)*s)) return 0;
    while (isdigit((unsigned char)*s)) s++;
    if (*s == '.') {
        s++;
        if (!isdigit((unsigned char)*s)) return 0;
        while (isdigit((unsigned char)*s)) s++;
    }
    if (*s == 'e') {
        s++;
        if (*s != '+' && *s != '-') return 0;
        s++;
        if (!isdigit((unsigned char)*s)) return 0;
        while (isdigit((unsigned char)*s)) s++;
    }
    return *s == 0;
}

int main(void) {
    char text[40];
    double x = nondet_double();
    sprintf(text, "%.2f|%g|%.3e|%g", 2.675, 0.0001, 12345.678, 1e15);
    assert(!strcmp(text, "2.67|0.0001|1.235e+04|1e+15"));
    sprintf(text, "%5.1f|%-8g|%+d", -0.25, 100000.0, 3);
    assert(!strcmp(text, " -0.2|100000  |+3"));
    int length = snprintf(text, sizeof text, "%.2e", x);
    assert(is_number(text) && length >= 3 && length <= 10);
    if (!(x > -100.0 && x < 100.0)) return 0;
    length = snprintf(text, sizeof text, "%.2f", x);
    assert(is_number(text) && length <= 7);
#ifdef EXACT
    if (x == 27.125) assert(text[4] != '2');
#endif
#ifdef BUG
    assert(text[0] != '-' || length != 6);
#endif
    return 0;
}
