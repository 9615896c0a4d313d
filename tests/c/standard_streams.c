// check: safe
// check -DOUT: unsafe dangling-pointer@25
// check -DIN: unsafe dangling-pointer@28
// check -DOPEN --assume-io: safe
// check -DNULL_OUT: unsafe null-dereference@31
// The standard streams are open from the start, and until somebody closes them.
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    assert(stdin && stdout && stderr && stdin != stdout);
    FILE *in = stdin, *out = stdout;
    if (argc > 1) {
        in = fopen(argv[1], "r");
        if (!in) {
            perror(argv[1]);
            return 1;
        }
    }
    int c = getc(in);
    fprintf(stderr, "%d", c);
    if (in != stdin) fclose(in);
#ifdef OUT
    fclose(out);
    fputs("too late", stdout);
#endif
#ifdef IN
    if (!freopen("numbers", "r", stdin)) c = getc(in);
#endif
#ifdef NULL_OUT
    fputc(c, c == 5 ? NULL : out);
#endif
#ifdef OPEN
    if (!freopen("numbers", "r", stdin)) assert(0);
    c = getc(stdin);
#endif
    putc(c, out);
    return 0;
}
