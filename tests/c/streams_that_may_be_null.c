// check: unsafe null-dereference@16
// check --assume-io: safe
// check -DCHECKED: safe
// check -DCLOSED --assume-io: unsafe dangling-pointer@24
// check -DTWICE --assume-io: unsafe invalid-free@27
// check -DCHECKED -DDIRECTORY: unsafe null-dereference@30
// What opens a stream may fail to. What uses one checks that it is open; what closes it does that once.
#include <dirent.h>
#include <stdio.h>
int main(void)
{
    FILE *f = fopen("numbers", "r");
#ifdef CHECKED
    if (!f) return 1;
#endif
    int c = fgetc(f);
    if (c == EOF && feof(f)) rewind(f);
    fflush(NULL);
    FILE *copy = f;
    fprintf(copy, "%d", c);
    if (fseek(f, 0, SEEK_END)) clearerr(f);
    fclose(copy);
#ifdef CLOSED
    return getc(f);
#endif
#ifdef TWICE
    fclose(f);
#endif
#ifdef DIRECTORY
    for (DIR *d = opendir("."); readdir(d);) { }
#endif
    return 0;
}
