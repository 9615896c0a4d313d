// check: safe
// check -DPUTS: unsafe out-of-bounds@35
// check -DFPUTS: unsafe null-dereference@37
// check -DPERROR: unsafe out-of-bounds@39
// check -DPRINTF: unsafe out-of-bounds@41
// check -DPRECISION: unsafe out-of-bounds@43
// check -DSTAR: unsafe out-of-bounds@45
// check -DNEGATIVE: unsafe out-of-bounds@47
// check -DSYSLOG: unsafe dangling-pointer@49
// check -DWARN: unsafe out-of-bounds@51
// check -DMISSING: unsafe out-of-bounds@53
// check -DNUMBER: unsafe out-of-bounds@55
// check -DUNKNOWN: unsafe out-of-bounds@57
// A text that is printed is read up to its zero, or as far as a precision says.
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <syslog.h>
#include <unistd.h>
int nondet_int(void);
static char open[3] = {'a', 'b', 'c'};

int main(void)
{
    char text[4] = "abc", some[4];
    char *gone = malloc(2), *null = NULL;
    if (!gone) return 0;
    gone[0] = 0;
    printf("%s%s%.3s%.*s%5s", text, null, open, 3, open, gone);
    for (int i = 0; i < 3; i++) some[i] = nondet_int() % 5;
    some[3] = 0;
    fputs(some, stdout);
    free(gone);
#if defined PUTS
    puts(open);
#elif defined FPUTS
    fputs(null, stdout);
#elif defined PERROR
    perror(open);
#elif defined PRINTF
    fprintf(stderr, "%d: %s", 1, open);
#elif defined PRECISION
    printf("%.4s", open);
#elif defined STAR
    dprintf(1, "%.*s", nondet_int(), open);
#elif defined NEGATIVE
    printf("%.*s", -1, open);
#elif defined SYSLOG
    syslog(LOG_ERR, "%s", gone);
#elif defined WARN
    warnx("%s", open);
#elif defined MISSING
    printf("%d %d", 1);
#elif defined NUMBER
    printf("%s", 1);
#elif defined UNKNOWN
    some[3] = 1, puts(some);
#endif
    return 0;
}
