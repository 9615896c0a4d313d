/* Texts, characters and numbers in texts, in C: see the start of `models.c`. */

size_t strlen(const char *s)
{
    size_t i = 0;
    while (s[i]) i++;
    return i;
}

size_t strnlen(const char *s, size_t n)
{
    size_t i = 0;
    while (i < n && s[i]) i++;
    return i;
}

int strcmp(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] == b[i] && a[i]) i++;
    return __kyklos_sign((unsigned char)a[i] - (unsigned char)b[i]);
}

int strncmp(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] == b[i] && a[i]) i++;
    return __kyklos_sign(i < n ? (unsigned char)a[i] - (unsigned char)b[i] : 0);
}

char *strcpy(char *d, const char *s)
{
    size_t i = 0;
    for (; s[i]; i++) d[i] = s[i];
    d[i] = 0;
    return d;
}

char *strncpy(char *d, const char *s, size_t n)
{
    size_t i = 0;
    for (; i < n && s[i]; i++) d[i] = s[i];
    for (; i < n; i++) d[i] = 0;
    return d;
}

char *strcat(char *d, const char *s)
{
    size_t end = 0, i = 0;
    while (d[end]) end++;
    for (; s[i]; i++) d[end + i] = s[i];
    d[end + i] = 0;
    return d;
}

char *strncat(char *d, const char *s, size_t n)
{
    size_t end = 0, i = 0;
    while (d[end]) end++;
    for (; i < n && s[i]; i++) d[end + i] = s[i];
    d[end + i] = 0;
    return d;
}

/* The zero at the end is a character, too. */
char *strchr(const char *s, int c)
{
    char wanted = (char)c;
    size_t i = 0;
    while (s[i] != wanted && s[i]) i++;
    return s[i] != wanted ? 0 : (char *)&s[i];
}

/* From the end to the start. */
char *strrchr(const char *s, int c)
{
    char wanted = (char)c;
    size_t end = 0, i = 0;
    while (s[end]) end++;
    while (i < end && s[end - i] != wanted) i++;
    return s[end - i] != wanted ? 0 : (char *)&s[end - i];
}

void *memchr(const void *s, int c, size_t n)
{
    const unsigned char *bytes = s;
    unsigned char wanted = (unsigned char)c;
    size_t i = 0;
    while (i < n && bytes[i] != wanted) i++;
    return i >= n ? 0 : (void *)&bytes[i];
}

/* At each position, compares as far as both are alike. Behind the text's end, there is no room for what is looked for. */
char *strstr(const char *s, const char *part)
{
    size_t i = 0, j = 0;
    for (;; i++) {
        j = 0;
        while (part[j] && s[i + j] == part[j]) j++;
        if (!(part[j] && s[i + j])) break;
    }
    return part[j] ? 0 : (char *)&s[i];
}

/* The search in the set ends at a member, or at the zero behind them. */
size_t strspn(const char *s, const char *set)
{
    size_t i = 0, j = 0;
    for (;; i++) {
        j = 0;
        while (set[j] && set[j] != s[i]) j++;
        if (!set[j]) break;
    }
    return i;
}

size_t strcspn(const char *s, const char *set)
{
    size_t i = 0, j = 0;
    for (;; i++) {
        j = 0;
        while (set[j] && set[j] != s[i]) j++;
        if (!(s[i] && !set[j])) break;
    }
    return i;
}

char *strpbrk(const char *s, const char *set)
{
    size_t i = 0, j = 0;
    for (;; i++) {
        j = 0;
        while (set[j] && set[j] != s[i]) j++;
        if (!(s[i] && !set[j])) break;
    }
    return s[i] ? (char *)&s[i] : 0;
}

/* Characters, in the locale "C". Of what these functions give, C says only whether it is zero; these are the numbers of
   the GNU library. */

int isalnum(int c) { return c >= '0' && c <= '9' ? 8 : c >= 'A' && c <= 'Z' ? 8 : c >= 'a' && c <= 'z' ? 8 : 0; }
int isalpha(int c) { return c >= 'A' && c <= 'Z' ? 1024 : c >= 'a' && c <= 'z' ? 1024 : 0; }
int isblank(int c) { return c == '\t' || c == ' ' ? 1 : 0; }
int iscntrl(int c) { return c >= 0 && c <= 31 ? 2 : c == 127 ? 2 : 0; }
int isdigit(int c) { return c >= '0' && c <= '9' ? 2048 : 0; }
int isgraph(int c) { return c >= '!' && c <= '~' ? 32768 : 0; }
int islower(int c) { return c >= 'a' && c <= 'z' ? 512 : 0; }
int isprint(int c) { return c >= ' ' && c <= '~' ? 16384 : 0; }
int isspace(int c) { return c >= '\t' && c <= '\r' ? 8192 : c == ' ' ? 8192 : 0; }
int isupper(int c) { return c >= 'A' && c <= 'Z' ? 256 : 0; }

int ispunct(int c)
{
    return c >= '!' && c <= '/' ? 4 : c >= ':' && c <= '@' ? 4 : c >= '[' && c <= '`' ? 4 : c >= '{' && c <= '~' ? 4 : 0;
}

int isxdigit(int c)
{
    return c >= '0' && c <= '9' ? 4096 : c >= 'A' && c <= 'F' ? 4096 : c >= 'a' && c <= 'f' ? 4096 : 0;
}

int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }

/* Numbers. */

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
long long imaxabs(long long x) { return x < 0 ? -x : x; }

S div(int x, int y)
{
    S result = {.quot = x / y, .rem = x % y};
    return result;
}

S ldiv(long x, long y)
{
    S result = {.quot = x / y, .rem = x % y};
    return result;
}

S lldiv(long long x, long long y)
{
    S result = {.quot = x / y, .rem = x % y};
    return result;
}

S imaxdiv(long long x, long long y)
{
    S result = {.quot = x / y, .rem = x % y};
    return result;
}

/* Blanks, a sign, digits. What does not fit the type wraps around; C leaves it open. */
int atoi(const char *s)
{
    unsigned x = 0;
    size_t i = 0;
    while (s[i] == ' ' || s[i] >= '\t' && s[i] <= '\r') i++;
    int minus = s[i] == '-';
    if (minus || s[i] == '+') i++;
    for (; s[i] >= '0' && s[i] <= '9'; i++) x = x * 10 + ((unsigned)s[i] - '0');
    return (int)(minus ? -x : x);
}

long long atoll(const char *s)
{
    unsigned long long x = 0;
    size_t i = 0;
    while (s[i] == ' ' || s[i] >= '\t' && s[i] <= '\r') i++;
    int minus = s[i] == '-';
    if (minus || s[i] == '+') i++;
    for (; s[i] >= '0' && s[i] <= '9'; i++) x = x * 10 + ((unsigned long long)s[i] - '0');
    return (long long)(minus ? -x : x);
}

long atol(const char *s)
{
    unsigned long x = 0;
    size_t i = 0;
    while (s[i] == ' ' || s[i] >= '\t' && s[i] <= '\r') i++;
    int minus = s[i] == '-';
    if (minus || s[i] == '+') i++;
    for (; s[i] >= '0' && s[i] <= '9'; i++) x = x * 10 + ((unsigned long)s[i] - '0');
    return (long)(minus ? -x : x);
}

/* A number in a base, or in the one that the text tells where that is 0. What is greater than `most`, or behind a minus than
   `least`, becomes that; `least` is 0 where there are no negative numbers: then `most` it is in any case. C leaves other
   bases open; this is what the usual libraries do. */
unsigned long long __kyklos_number(const char *s, char **end, int base, unsigned long long most, unsigned long long least)
{
    unsigned long long x = 0;
    int over = 0;
    size_t i = 0;
    if (base != 0 && (base < 2 || base > 36)) {
        __kyklos_errno(22);
        return 0;
    }
    while (s[i] == ' ' || s[i] >= '\t' && s[i] <= '\r') i++;
    int minus = s[i] == '-';
    if (minus || s[i] == '+') i++;
    if ((base == 0 || base == 16) && s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X') && (s[i + 2] >= '0' && s[i + 2] <= '9'
        || s[i + 2] >= 'a' && s[i + 2] <= 'f' || s[i + 2] >= 'A' && s[i + 2] <= 'F')) {
        i += 2;
        base = 16;
    } else if (base == 0) {
        base = s[i] == '0' ? 8 : 10;
    }
    size_t first = i;
    unsigned long long top = least ? most * 2 + 1 : most;
    unsigned long long whole = top / (unsigned long long)base, rest = top % (unsigned long long)base;
    if (base <= 10) {
        for (; s[i] >= '0' && s[i] < '0' + base; i++) {
            unsigned long long digit = (unsigned long long)s[i] - '0';
            if (x > whole || x == whole && digit > rest) over = 1;
            else x = x * (unsigned long long)base + digit;
        }
    } else {
        for (;; i++) {
            int digit = s[i] >= '0' && s[i] <= '9' ? s[i] - '0' : s[i] >= 'a' && s[i] <= 'z' ? s[i] - 'a' + 10
                : s[i] >= 'A' && s[i] <= 'Z' ? s[i] - 'A' + 10 : 36;
            if (digit >= base) break;
            if (x > whole || x == whole && (unsigned long long)digit > rest) over = 1;
            else x = x * (unsigned long long)base + (unsigned long long)digit;
        }
    }
    if (end) *end = (char *)&s[i != first ? i : 0];
    unsigned long long limit = minus && least ? least : most;
    if (over || x > limit) {
        __kyklos_errno(34);
        x = limit;
        if (!least) minus = 0;
    }
    return minus ? -x : x;
}

unsigned long strtoul(const char *s, char **end, int base)
{
    return (unsigned long)__kyklos_number(s, end, base, (unsigned long)-1, 0);
}

long strtol(const char *s, char **end, int base)
{
    return (long)__kyklos_number(s, end, base, (unsigned long)-1 / 2, (unsigned long)-1 / 2 + 1);
}

unsigned long long strtoull(const char *s, char **end, int base)
{
    return __kyklos_number(s, end, base, (unsigned long long)-1, 0);
}

long long strtoll(const char *s, char **end, int base)
{
    return (long long)__kyklos_number(s, end, base, (unsigned long long)-1 / 2, (unsigned long long)-1 / 2 + 1);
}

unsigned long long strtouq(const char *s, char **end, int base)
{
    return __kyklos_number(s, end, base, (unsigned long long)-1, 0);
}

unsigned long long strtoumax(const char *s, char **end, int base)
{
    return __kyklos_number(s, end, base, (unsigned long long)-1, 0);
}

long long strtoq(const char *s, char **end, int base)
{
    return (long long)__kyklos_number(s, end, base, (unsigned long long)-1 / 2, (unsigned long long)-1 / 2 + 1);
}

long long strtoimax(const char *s, char **end, int base)
{
    return (long long)__kyklos_number(s, end, base, (unsigned long long)-1 / 2, (unsigned long long)-1 / 2 + 1);
}
