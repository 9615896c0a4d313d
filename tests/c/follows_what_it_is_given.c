// check: unsafe null-dereference@28
// check -DGONE: unsafe dangling-pointer@33
// check -DOPEN_END: unsafe out-of-bounds@37
// check -DNOWHERE: unsafe null-dereference@40
// check -DRIGHT: safe
// Functions of the library check the pointers that they follow: values that are there, and texts that end.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
int main(void)
{
    time_t now = time(NULL);
    char name[8] = "a name!";
    struct stat about;
#ifdef RIGHT
    struct tm *parts = gmtime(&now);
    char text[20];
    if (parts && strftime(text, sizeof text, "%d", parts)) remove(text);
    struct tm made = {0};
    mktime(&made);
    FILE *file = fopen(name, "r");
    if (file && stat(name, &about) == 0 && about.st_size < 5) fclose(file);
    return getenv("HOME") == NULL;
#endif
#if !defined GONE && !defined OPEN_END && !defined NOWHERE
    gmtime(0);
#endif
#ifdef GONE
    char *copy = strdup(name);
    free(copy);
    rename(copy, "b");
#endif
#ifdef OPEN_END
    name[7] = '?';
    setenv("NAME", name, 1);
#endif
#ifdef NOWHERE
    return stat("a", NULL);
#endif
}
