// check: safe
// check -DBUG: unsafe assertion@35
// What functions of the system return is known by its range.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    FILE *file = fopen("x", "r");
    if (!file) return 0;
    int found = fseek(file, 0, SEEK_END);
    assert(found == 0 || found == -1);
    long length = ftell(file);
    assert(length >= -1 && fileno(file) >= -1 && feof(file) >= 0);
    int back = ungetc('a', file);
    assert(back == 'a' || back == EOF);
    int closed = fclose(file);
    assert(closed == 0 || closed == EOF);
    struct stat about;
    int there = stat("x", &about);
    assert(there == 0 || there == -1);
    int ends[2];
    if (pipe(ends) == 0) assert(ends[0] >= 0 && ends[1] >= 0);
    assert(getpid() > 0 && getppid() >= 0 && sysconf(_SC_PAGESIZE) >= -1 && lseek(0, 0, SEEK_SET) >= -1);
#ifdef BUG
    assert(length >= 0);
#endif
    char text[8];
    ssize_t linked = readlink("x", text, sizeof text);
    assert(linked >= -1 && linked <= 8);
    struct timeval now;
    int told = gettimeofday(&now, NULL);
    assert(told == 0 || told == -1);
    unsigned seed = 1;
    double part = drand48();
    assert(rand_r(&seed) >= 0 && part >= 0 && part < 1 && lrand48() >= 0);
    assert(clock() >= -1 && difftime(5, 3) == 2 && difftime(3, 5) == -2);
    assert(!strcmp(setlocale(LC_ALL, NULL), "C"));
    sprintf(text, "%p", (void *)0);
    assert(!strcmp(text, "(nil)"));
    sprintf(text, "%f", -1.0 / 0);
    assert(!strcmp(text, "-inf"));
    return 0;
}
