// check: safe
// check -DBEHIND: unsafe out-of-bounds@17
// check -DFREE: unsafe out-of-bounds@22
// The names in what `readdir` and `uname` tell end within their rows.
#include <dirent.h>
#include <stdio.h>
#include <sys/utsname.h>
int main(void)
{
    DIR *directory = opendir(".");
    if (!directory) return 1;
    struct dirent *entry;
    if ((entry = readdir(directory))) {
        printf("%s\n", entry->d_name);
        entry->d_name[sizeof entry->d_name - 1] = 'x';
#ifdef BEHIND
        puts(entry->d_name);
#endif
    }
    struct { char name[4]; } other = {{'a', 'b', 'c', 'd'}};
#ifdef FREE
    puts(other.name);
#endif
    closedir(directory);
    struct utsname names;
    if (uname(&names) == 0) printf("%s %s %.1s\n", names.sysname, names.release, other.name);
    return 0;
}
