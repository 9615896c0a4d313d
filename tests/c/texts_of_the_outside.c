// check: safe
// check -DBUG: unsafe assertion@21
// check -DEND: unsafe assertion@24
// Functions that write texts nobody knows: any characters, as long as there is room.
#include <assert.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    char text[16], path[8];
    time_t now = 0;
    struct tm *parts = localtime(&now);
    if (!parts) return 1;
    size_t length = strftime(text, sizeof text, "%H:%M", parts);
    assert(length < sizeof text);
    if (length > 0) assert(strlen(text) == length);
    if (getcwd(path, sizeof path)) assert(path[0] == '/' && strlen(path) < sizeof path);
#ifdef BUG
    assert(length > 0);
#endif
#ifdef END
    if (getcwd(path, sizeof path)) assert(strlen(path) < 7);
#endif
    return 0;
}
