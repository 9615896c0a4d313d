// What the calls of wrong.txt and right.txt need.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <netdb.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>
#include <wchar.h>

static struct stat about;
static struct in_addr address;
static struct tm calendar;
static time_t clock_value;
static fpos_t position;
static int number;
static wchar_t wide;
static char *line, *rest;
static size_t length;

static int order(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static void nothing(void) { }
