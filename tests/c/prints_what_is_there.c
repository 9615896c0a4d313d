// check: safe
// All texts are there. What a precision may keep from being read is not looked at, nor what is no text.
#include <stdio.h>
int main(int argc, char **argv)
{
    char text[3] = "ab";
    char *end = text + 2, *none = 0;
    const char *some = argc > 1 ? "more" : text;
    printf("%s %5s %% %s %p\n", argc > 1 ? "a" : "b", end, some, (void *)none);
    printf("%.0s%c", none, 'x');
    printf("%*d%s", 3, 4, some);
    fprintf(stderr, "%s\n", some);
    puts(some);
    perror(none);
    return 0;
}
