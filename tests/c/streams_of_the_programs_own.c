// check: safe
// check -DFAILS: unsafe assertion@34
// A program may have streams of its own, and functions for them with names of the library's.
#include <assert.h>
#include <stddef.h>
typedef struct stream {
    int open, next;
} FILE;
static FILE only;
FILE *stdin = &only;
FILE *fopen(const char *name, const char *how)
{
    only.open++;
    return name && how ? &only : NULL;
}
int fclose(FILE *stream)
{
    if (stream) stream->open--;
    return stream == NULL;
}
int fgetc(FILE *stream) { return stream ? stream->next++ : -1; }
int pclose(FILE *stream);
int main(void)
{
    assert(fgetc(NULL) == -1);
    assert(fclose(NULL) == 1);
    FILE *f = fopen("a", "r");
    fclose(f);
    assert(fgetc(f) == 0 && fgetc(stdin) == 1);
    fclose(f);
    assert(f->open == -1);
    pclose(f);
#ifdef FAILS
    assert(f->next == 3);
#endif
    return 0;
}
