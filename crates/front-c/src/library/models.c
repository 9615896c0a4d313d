/* Functions of C's library, in C. A program gets those that it names and does not define, and those that they call. All of
   their code stands at the place of the call.

   Types: an argument for the first parameter of type `T *` decides what `T` is; an argument for a parameter `size` has to
   be the size of `T`, or else there is a function of the same name behind `__kyklos_` for bytes. `R` is the pointer, and `S`
   the struct, that the program declares the result to be. An argument for a parameter of type `FILE *` is a stream that is
   checked to be open (or, where the function is one that closes it, to be open until now).

   What else they may call:
   - `__kyklos_range(low, high)`: an input from `low` up to below `high`;
   - `__kyklos_forget(p)`: makes inputs of what `p` points to;
   - `__kyklos_outside()`: a pointer of the result's type, null or to memory of its own;
   - `__kyklos_least()`: 1 if calls that read succeed, else 0;
   - `__kyklos_assume(condition)`: takes a condition to hold;
   - `__kyklos_cut()`: ends what is looked at, undecided;
   - `__kyklos_sign(x)`: any number with the sign of `x`;
   - `__kyklos_there(p)`: checks that `p` can be followed; `__kyklos_bytes(p, n)`: that `n` bytes are there;
   - `__kyklos_text(s)`: checks that `s` leads to a text that ends;
   - `__kyklos_ends(s)`: 1 where it is seen without a loop that a text ends; it may be 0 all the same;
   - `__kyklos_inside(p, n)`: whether the array that `p` points into has an element `n` behind it;
   - `__kyklos_ended(p)`: makes texts of the rows of characters in a struct;
   - `__kyklos_close(stream)`: closes a stream;
   - `__kyklos_errno(code)`: sets `errno`, where the program can look at it;
   - `__kyklos_aside()`: 1 in runs that look at something aside, and 0 in all others. */

/* An array without an end is taken to hold the end of a text. Where the text ends is of no interest to runs that go on, and
   only makes them harder to follow: so it is looked for aside, by runs that stop then. */
void __kyklos_text(const char *s)
{
    __kyklos_there(s);
    if (!__kyklos_inside(s, 2147483647) && __kyklos_aside()) {
        if (!__kyklos_ends(s)) strlen(s);
        __kyklos_assume(0);
    }
}

void __kyklos_bytes(const void *p, size_t n)
{
    const char *s = p;
    if (n > 0) {
        __kyklos_there(s);
        __kyklos_there(s + (n - 1));
    }
}

char *strtok_r(char *s, const char *delimiters, char **rest)
{
    if (!s) s = *rest;
    s += strspn(s, delimiters);
    if (!*s) {
        *rest = s;
        return 0;
    }
    char *end = s + strcspn(s, delimiters);
    if (*end) *end++ = 0;
    *rest = end;
    return s;
}

char *strtok(char *s, const char *delimiters)
{
    static char *rest;
    if (!s) s = rest;
    s += strspn(s, delimiters);
    if (!*s) {
        rest = s;
        return 0;
    }
    char *end = s + strcspn(s, delimiters);
    if (*end) *end++ = 0;
    rest = end;
    return s;
}

char *strsep(char **text, const char *delimiters)
{
    char *start = *text;
    if (!start) return 0;
    char *end = start + strcspn(start, delimiters);
    if (*end) {
        *end = 0;
        *text = end + 1;
    } else {
        *text = 0;
    }
    return start;
}

int strcasecmp(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && tolower((unsigned char)a[i]) == tolower((unsigned char)b[i])) i++;
    return __kyklos_sign(tolower((unsigned char)a[i]) - tolower((unsigned char)b[i]));
}

int strncasecmp(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] && tolower((unsigned char)a[i]) == tolower((unsigned char)b[i])) i++;
    if (i >= n) return 0;
    return __kyklos_sign(tolower((unsigned char)a[i]) - tolower((unsigned char)b[i]));
}

char *stpcpy(char *d, const char *s)
{
    strcpy(d, s);
    return d + strlen(s);
}

char *stpncpy(char *d, const char *s, size_t n)
{
    strncpy(d, s, n);
    return d + strnlen(s, n);
}

size_t strlcpy(char *d, const char *s, size_t n)
{
    size_t length = strlen(s);
    if (n > 0) {
        size_t most = length < n ? length : n - 1;
        for (size_t i = 0; i < most; i++) d[i] = s[i];
        d[most] = 0;
    }
    return length;
}

size_t strlcat(char *d, const char *s, size_t n)
{
    size_t start = strnlen(d, n), length = strlen(s);
    if (start == n) return n + length;
    size_t most = length < n - start ? length : n - start - 1;
    for (size_t i = 0; i < most; i++) d[start + i] = s[i];
    d[start + most] = 0;
    return start + length;
}

char *strchrnul(const char *s, int c)
{
    while (*s && *s != (char)c) s++;
    return (char *)s;
}

char *rindex(const char *s, int c) { return strrchr(s, c); }
char *index(const char *s, int c) { return strchr(s, c); }

int ffs(int x)
{
    int i = 1;
    if (!x) return 0;
    while (!((unsigned)x >> (i - 1) & 1u)) i++;
    return i;
}

void qsort(T *a, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    if (n > 0) __kyklos_there(a + (n - 1));
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && compare(&a[j - 1], &a[j]) > 0; j--) {
            T swapped = a[j - 1];
            a[j - 1] = a[j];
            a[j] = swapped;
        }
}

void *bsearch(const void *key, const T *a, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    if (n > 0) __kyklos_there(a + (n - 1));
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(key, &a[middle]);
        if (order == 0) return (void *)&a[middle];
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return 0;
}

void __kyklos_qsort(char *a, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    __kyklos_bytes(a, n * size);
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && compare(a + (j - 1) * size, a + j * size) > 0; j--)
            for (size_t k = 0; k < size; k++) {
                char swapped = a[(j - 1) * size + k];
                a[(j - 1) * size + k] = a[j * size + k];
                a[j * size + k] = swapped;
            }
}

void *__kyklos_bsearch(const void *key, const char *a, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    __kyklos_bytes(a, n * size);
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(key, a + middle * size);
        if (order == 0) return (void *)(a + middle * size);
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return 0;
}

size_t __kyklos_fread(char *target, size_t size, size_t n, FILE *stream)
{
    size_t read = __kyklos_range(0, n + 1);
    for (size_t i = 0; i < read * size; i++) target[i] = (char)__kyklos_range(-128, 128);
    return read;
}

char *fgets(char *s, int n, FILE *stream)
{
    if (n <= 0) return 0;
    if (n > 1) {
        int read = __kyklos_range(__kyklos_least(), n);
        if (read == 0) return 0;
        for (int i = 0; i < read; i++) {
            char c = (char)__kyklos_range(-128, 128);
            __kyklos_assume(c != '\n' || i == read - 1);
            s[i] = c;
        }
        s[read] = 0;
    } else {
        s[0] = 0;
    }
    return s;
}

char *gets(char *s)
{
    int c = __kyklos_range(-1, 256), i = 0;
    if (c < 0) return 0;
    while (c >= 0 && c != '\n') {
        s[i++] = (char)c;
        c = __kyklos_range(-1, 256);
    }
    s[i] = 0;
    return s;
}

size_t fread(T *target, size_t size, size_t n, FILE *stream)
{
    size_t read = __kyklos_range(0, n + 1);
    for (size_t i = 0; i < read; i++) __kyklos_forget(&target[i]);
    return read;
}

long read(int file, char *target, size_t n)
{
    long read = __kyklos_range(-1, (long)n + 1);
    for (long i = 0; i < read; i++) target[i] = (char)__kyklos_range(-128, 128);
    return read;
}

long getdelim(char **line, size_t *room, int end, FILE *stream)
{
    __kyklos_there(line);
    __kyklos_there(room);
    long read = __kyklos_range(-1 + 2 * __kyklos_least(), 2147483647);
    if (read <= 0) return -1;
    char *text = malloc((size_t)read + 1);
    for (long i = 0; i < read; i++) {
        char c = (char)__kyklos_range(-128, 128);
        __kyklos_assume((unsigned char)c != end || i == read - 1);
        text[i] = c;
    }
    text[read] = 0;
    free(*line);
    *line = text;
    *room = (size_t)read + 1;
    return read;
}

long getline(char **line, size_t *room, FILE *stream) { return getdelim(line, room, '\n', stream); }

int *fgetws(int *s, int n, FILE *stream)
{
    if (n <= 0) return 0;
    if (n > 1) {
        int read = __kyklos_range(__kyklos_least(), n);
        if (read == 0) return 0;
        for (int i = 0; i < read; i++) {
            int c = __kyklos_range(0, 1114112);
            __kyklos_assume(c != '\n' || i == read - 1);
            s[i] = c;
        }
        s[read] = 0;
    } else {
        s[0] = 0;
    }
    return s;
}

unsigned fgetwc(FILE *stream) { int c = __kyklos_range(-1, 1114112); return (unsigned)c; }
unsigned getwc(FILE *stream) { int c = __kyklos_range(-1, 1114112); return (unsigned)c; }
unsigned getwchar(void) { int c = __kyklos_range(-1, 1114112); return (unsigned)c; }
unsigned ungetwc(unsigned c, FILE *stream) { return c != 0xffffffffu && __kyklos_range(0, 2) ? c : 0xffffffffu; }

int posix_memalign(T *target, size_t align, size_t n)
{
    T made = malloc(n);
    if (!made) return 12;
    __kyklos_assume((size_t)made % align == 0);
    *target = made;
    return 0;
}

/* Numbers in texts. What has too many digits to be computed exactly in this way is cut. */

const char *__kyklos_decimal(const char *s, unsigned long long most, unsigned long long *digits, int *scale, int *minus)
{
    int seen = 0;
    while (isspace((unsigned char)*s)) s++;
    *minus = *s == '-';
    if (*s == '-' || *s == '+') s++;
    if (!strncasecmp(s, "inf", 3) || !strncasecmp(s, "nan", 3)) __kyklos_cut();
    if (*s == '0' && tolower((unsigned char)s[1]) == 'x' && (isxdigit((unsigned char)s[2]) || s[2] == '.')) __kyklos_cut();
    for (; isdigit((unsigned char)*s); s++) {
        seen = 1;
        if (*digits >= most) __kyklos_cut();
        *digits = *digits * 10 + (unsigned long long)(*s - '0');
    }
    if (*s == '.' && (seen || isdigit((unsigned char)s[1]))) {
        for (s++; isdigit((unsigned char)*s); s++) {
            seen = 1;
            if (*digits >= most) __kyklos_cut();
            *digits = *digits * 10 + (unsigned long long)(*s - '0');
            *scale -= 1;
        }
    }
    if (!seen) return 0;
    if (tolower((unsigned char)*s) == 'e') {
        const char *e = s + 1;
        int less = *e == '-', by = 0;
        if (*e == '-' || *e == '+') e++;
        if (isdigit((unsigned char)*e)) {
            for (; isdigit((unsigned char)*e); e++)
                if (by < 10000) by = by * 10 + (*e - '0');
            *scale += less ? -by : by;
            s = e;
        }
    }
    return s;
}

double strtod(const char *s, char **end)
{
    unsigned long long digits = 0;
    int scale = 0, minus = 0;
    const char *rest = __kyklos_decimal(s, 100000000000000ull, &digits, &scale, &minus);
    if (end) *end = (char *)(rest ? rest : s);
    if (!rest) return 0;
    if (digits && (scale > 22 || scale < -22)) __kyklos_cut();
    double value = (double)digits, power = 1;
    if (digits) {
        for (int i = 0; i < scale || i < -scale; i++) power *= 10;
        value = scale < 0 ? value / power : value * power;
    }
    return minus ? -value : value;
}

float strtof(const char *s, char **end)
{
    unsigned long long digits = 0;
    int scale = 0, minus = 0;
    const char *rest = __kyklos_decimal(s, 1000000ull, &digits, &scale, &minus);
    if (end) *end = (char *)(rest ? rest : s);
    if (!rest) return 0;
    if (digits && (scale > 10 || scale < -10)) __kyklos_cut();
    float value = (float)digits, power = 1;
    if (digits) {
        for (int i = 0; i < scale || i < -scale; i++) power *= 10;
        value = scale < 0 ? value / power : value * power;
    }
    return minus ? -value : value;
}

long double strtold(const char *s, char **end)
{
    unsigned long long digits = 0;
    int scale = 0, minus = 0;
    const char *rest = __kyklos_decimal(s, 100000000000000000ull, &digits, &scale, &minus);
    if (end) *end = (char *)(rest ? rest : s);
    if (!rest) return 0;
    if (digits && (scale > 27 || scale < -27)) __kyklos_cut();
    long double value = (long double)digits, power = 1;
    if (digits) {
        for (int i = 0; i < scale || i < -scale; i++) power *= 10;
        value = scale < 0 ? value / power : value * power;
    }
    return minus ? -value : value;
}

double atof(const char *s) { return strtod(s, 0); }

/* Ways through the program. */

int __kyklos_exits(int add, void (*function)(void))
{
    static void (*kept[32])(void);
    static int count;
    if (add) {
        if (count == 32) return -1;
        kept[count++] = function;
        return 0;
    }
    while (count > 0) kept[--count]();
    return 0;
}

int atexit(void (*function)(void)) { return __kyklos_exits(1, function); }

/* Texts of wide characters. */

size_t wcslen(const int *s)
{
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

size_t wcsnlen(const int *s, size_t most)
{
    size_t n = 0;
    while (n < most && s[n]) n++;
    return n;
}

int *wcsdup(const int *s)
{
    size_t n = wcslen(s) + 1;
    int *d = malloc(n * sizeof *d);
    if (d)
        for (size_t i = 0; i < n; i++) d[i] = s[i];
    return d;
}

int *wcscpy(int *d, const int *s)
{
    size_t i = 0;
    while ((d[i] = s[i])) i++;
    return d;
}

int *wcscat(int *d, const int *s)
{
    wcscpy(d + wcslen(d), s);
    return d;
}

int wcscmp(const int *a, const int *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i]) i++;
    return __kyklos_sign(a[i] < b[i] ? -1 : a[i] > b[i]);
}

int *wcschr(const int *s, int c)
{
    while (*s && *s != c) s++;
    return *s == c ? (int *)s : (int *)0;
}

int *wcsncpy(int *d, const int *s, size_t n)
{
    size_t i = 0;
    for (; i < n && s[i]; i++) d[i] = s[i];
    for (; i < n; i++) d[i] = 0;
    return d;
}

int *wcsncat(int *d, const int *s, size_t n)
{
    size_t start = wcslen(d), i = 0;
    for (; i < n && s[i]; i++) d[start + i] = s[i];
    d[start + i] = 0;
    return d;
}

int wcsncmp(const int *a, const int *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] && a[i] == b[i]) i++;
    if (i == n) return 0;
    return __kyklos_sign(a[i] < b[i] ? -1 : a[i] > b[i]);
}

int *wcsrchr(const int *s, int c)
{
    const int *found = 0;
    for (;; s++) {
        if (*s == c) found = s;
        if (!*s) return (int *)found;
    }
}

int *wcsstr(const int *text, const int *part)
{
    for (;; text++) {
        size_t i = 0;
        while (part[i] && text[i] == part[i]) i++;
        if (!part[i]) return (int *)text;
        if (!*text) return 0;
    }
}

int *wmemcpy(int *d, const int *s, size_t n)
{
    for (size_t i = 0; i < n; i++) d[i] = s[i];
    return d;
}

int *wmempcpy(int *d, const int *s, size_t n) { return wmemcpy(d, s, n) + n; }

int *wmemmove(int *d, const int *s, size_t n)
{
    memmove(d, s, n * sizeof *d);
    return d;
}

int *wmemset(int *d, int c, size_t n)
{
    for (size_t i = 0; i < n; i++) d[i] = c;
    return d;
}

int wmemcmp(const int *a, const int *b, size_t n)
{
    if (n > 0) {
        __kyklos_there(a + (n - 1));
        __kyklos_there(b + (n - 1));
    }
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i]) return __kyklos_sign(a[i] < b[i] ? -1 : 1);
    return 0;
}

int *wmemchr(const int *s, int c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s[i] == c) return (int *)(s + i);
    return 0;
}

/* More of memory and texts. */

void *mempcpy(void *d, const void *s, size_t n)
{
    memcpy(d, s, n);
    return (char *)d + n;
}

void *memccpy(char *d, const char *s, int c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((d[i] = s[i]) == (char)c) return d + i + 1;
    return 0;
}

void *memrchr(const char *s, int c, size_t n)
{
    while (n-- > 0)
        if (s[n] == (char)c) return (void *)(s + n);
    return 0;
}

void *memmem(const char *s, size_t n, const char *part, size_t length)
{
    for (size_t i = 0; i + length <= n; i++)
        if (memcmp(s + i, part, length) == 0) return (void *)(s + i);
    return 0;
}

char *strcasestr(const char *s, const char *part)
{
    size_t length = strlen(part);
    for (;; s++) {
        if (strncasecmp(s, part, length) == 0) return (char *)s;
        if (!*s) return 0;
    }
}

void swab(const char *s, char *d, long n)
{
    for (long i = 0; i + 1 < n; i += 2) {
        char first = s[i];
        d[i] = s[i + 1];
        d[i + 1] = first;
    }
}

void bcopy(const void *s, void *d, size_t n) { memmove(d, s, n); }
void explicit_bzero(void *d, size_t n) { memset(d, 0, n); }
/* Characters of the locale "C". Bytes beyond ASCII are no characters there; what is made of them is cut. */

int isascii(int c) { return (c & ~127) == 0; }
int toascii(int c) { return c & 127; }
int iswalnum(unsigned c) { return c < 128 && isalnum((int)c); }
int iswalpha(unsigned c) { return c < 128 && isalpha((int)c); }
int iswblank(unsigned c) { return c < 128 && isblank((int)c); }
int iswcntrl(unsigned c) { return c < 128 && iscntrl((int)c); }
int iswdigit(unsigned c) { return c < 128 && isdigit((int)c); }
int iswgraph(unsigned c) { return c < 128 && isgraph((int)c); }
int iswlower(unsigned c) { return c < 128 && islower((int)c); }
int iswprint(unsigned c) { return c < 128 && isprint((int)c); }
int iswpunct(unsigned c) { return c < 128 && ispunct((int)c); }
int iswspace(unsigned c) { return c < 128 && isspace((int)c); }
int iswupper(unsigned c) { return c < 128 && isupper((int)c); }
int iswxdigit(unsigned c) { return c < 128 && isxdigit((int)c); }
unsigned towupper(unsigned c) { return c < 128 ? (unsigned)toupper((int)c) : c; }
unsigned towlower(unsigned c) { return c < 128 ? (unsigned)tolower((int)c) : c; }
unsigned btowc(int c) { return c >= 0 && c < 128 ? (unsigned)c : 0xffffffffu; }
int wctob(unsigned c) { return c < 128 ? (int)c : -1; }

int mbtowc(int *w, const char *s, size_t n)
{
    if (!s) return 0;
    if (n == 0) return -1;
    if (*s < 0) __kyklos_cut();
    if (w) *w = *s;
    return *s != 0;
}

int mblen(const char *s, size_t n)
{
    if (!s) return 0;
    if (n == 0) return -1;
    if (*s < 0) __kyklos_cut();
    return *s != 0;
}

int wctomb(char *s, int w)
{
    if (!s) return 0;
    if (w < 0 || w > 127) __kyklos_cut();
    *s = (char)w;
    return 1;
}

size_t mbstowcs(int *d, const char *s, size_t n)
{
    size_t i = 0;
    for (; !d || i < n; i++) {
        if (s[i] < 0) __kyklos_cut();
        if (d) d[i] = s[i];
        if (!s[i]) return i;
    }
    return i;
}

size_t wcstombs(char *d, const int *s, size_t n)
{
    size_t i = 0;
    for (; !d || i < n; i++) {
        if (s[i] < 0 || s[i] > 127) __kyklos_cut();
        if (d) d[i] = (char)s[i];
        if (!s[i]) return i;
    }
    return i;
}

size_t wcsspn(const int *s, const int *of)
{
    size_t n = 0;
    while (s[n] && wcschr(of, s[n])) n++;
    return n;
}

size_t wcscspn(const int *s, const int *of)
{
    size_t n = 0;
    while (s[n] && !wcschr(of, s[n])) n++;
    return n;
}

int *wcspbrk(const int *s, const int *of)
{
    for (; *s; s++) {
        if (wcschr(of, *s)) return (int *)s;
    }
    return 0;
}

int wcscasecmp(const int *a, const int *b)
{
    size_t i = 0;
    while (a[i] && towlower((unsigned)a[i]) == towlower((unsigned)b[i])) i++;
    unsigned x = towlower((unsigned)a[i]), y = towlower((unsigned)b[i]);
    return __kyklos_sign(x < y ? -1 : x > y);
}

int wcscoll(const int *a, const int *b) { return wcscmp(a, b); }

double wcstod(const int *s, int **end)
{
    char text[72], *rest;
    size_t i = 0;
    for (; s[i] > 0 && s[i] < 128; i++) {
        if (i == 71) __kyklos_cut();
        text[i] = (char)s[i];
    }
    text[i] = 0;
    double value = strtod(text, &rest);
    if (end) *end = (int *)s + (rest - text);
    return value;
}

long wcstol(const int *s, int **end, int base)
{
    char text[72], *rest;
    size_t i = 0;
    for (; s[i] > 0 && s[i] < 128; i++) {
        if (i == 71) __kyklos_cut();
        text[i] = (char)s[i];
    }
    text[i] = 0;
    long value = strtol(text, &rest, base);
    if (end) *end = (int *)s + (rest - text);
    return value;
}

unsigned long wcstoul(const int *s, int **end, int base)
{
    char text[72], *rest;
    size_t i = 0;
    for (; s[i] > 0 && s[i] < 128; i++) {
        if (i == 71) __kyklos_cut();
        text[i] = (char)s[i];
    }
    text[i] = 0;
    unsigned long value = strtoul(text, &rest, base);
    if (end) *end = (int *)s + (rest - text);
    return value;
}

void *rawmemchr(const void *s, int c)
{
    const unsigned char *p = s;
    while (*p != (unsigned char)c) p++;
    return (void *)p;
}

char *basename(const char *path)
{
    char *last = strrchr(path, '/');
    return last ? last + 1 : (char *)path;
}

double scalbln(double x, long n) { return scalbn(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n); }
float scalblnf(float x, long n) { return scalbnf(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n); }
double nexttoward(double x, long double y)
{
    if (x != x || y != y) return (double)(x + y);
    if (x == y) return (double)y;
    return nextafter(x, x < y ? __builtin_inf() : -__builtin_inf());
}

double __builtin_powi(double x, int n)
{
    unsigned m = n < 0 ? -(unsigned)n : (unsigned)n;
    double y = m % 2 ? x : 1;
    while (m >>= 1) {
        x *= x;
        if (m % 2) y *= x;
    }
    return n < 0 ? 1 / y : y;
}

size_t strxfrm(char *to, const char *from, size_t n)
{
    size_t length = strlen(from);
    for (size_t i = 0; i < n && i <= length; i++) to[i] = from[i];
    return length;
}

int strcoll(const char *a, const char *b) { return strcmp(a, b); }
char *__strncpy_chk(char *d, const char *s, size_t n, size_t room) { return strncpy(d, s, n); }
char *__strncat_chk(char *d, const char *s, size_t n, size_t room) { return strncat(d, s, n); }
void *__memcpy_chk(void *d, const void *s, size_t n, size_t room) { return memcpy(d, s, n); }
void *__memmove_chk(void *d, const void *s, size_t n, size_t room) { return memmove(d, s, n); }
void *__mempcpy_chk(void *d, const void *s, size_t n, size_t room) { return mempcpy(d, s, n); }
void *__memset_chk(void *d, int c, size_t n, size_t room) { return memset(d, c, n); }
char *__strcpy_chk(char *d, const char *s, size_t room) { return strcpy(d, s); }
char *__strcat_chk(char *d, const char *s, size_t room) { return strcat(d, s); }

/* Numbers in the order of bytes of the network. */

unsigned htonl(unsigned x) { return __builtin_bswap32(x); }
unsigned ntohl(unsigned x) { return __builtin_bswap32(x); }
unsigned short htons(unsigned short x) { return __builtin_bswap16(x); }
unsigned short ntohs(unsigned short x) { return __builtin_bswap16(x); }

/* The system: calls succeed or not; nothing else is known. */

int close(int file) { return __kyklos_range(-1, 1); }
int unlink(const char *name) { __kyklos_text(name); return __kyklos_range(-1, 1); }
int remove(const char *name) { __kyklos_text(name); return __kyklos_range(-1, 1); }
int rmdir(const char *name) { __kyklos_text(name); return __kyklos_range(-1, 1); }
int chdir(const char *name) { __kyklos_text(name); return __kyklos_range(-1, 1); }
int access(const char *name, int mode) { __kyklos_text(name); return __kyklos_range(-1, 1); }
int open(const char *name, int how, ...) { __kyklos_text(name); return __kyklos_range(-1, 2147483647); }
int creat(const char *name, unsigned mode) { __kyklos_text(name); return __kyklos_range(-1, 2147483647); }
int mkfifo(const char *name, unsigned mode) { __kyklos_text(name); return __kyklos_range(-1, 1); }
int mkdir(const char *name, unsigned mode) { __kyklos_text(name); return __kyklos_range(-1, 1); }
int chmod(const char *name, unsigned mode) { __kyklos_text(name); return __kyklos_range(-1, 1); }
int truncate(const char *name, long length) { __kyklos_text(name); return __kyklos_range(-1, 1); }
int ftruncate(int file, long length) { return __kyklos_range(-1, 1); }

int rename(const char *from, const char *to)
{
    __kyklos_text(from);
    __kyklos_text(to);
    return __kyklos_range(-1, 1);
}

int link(const char *from, const char *to)
{
    __kyklos_text(from);
    __kyklos_text(to);
    return __kyklos_range(-1, 1);
}

int symlink(const char *from, const char *to)
{
    __kyklos_text(from);
    __kyklos_text(to);
    return __kyklos_range(-1, 1);
}

int setenv(const char *name, const char *value, int replace)
{
    __kyklos_text(name);
    __kyklos_text(value);
    return __kyklos_range(-1, 1);
}

int unsetenv(const char *name) { __kyklos_text(name); return __kyklos_range(-1, 1); }
int putenv(char *text) { __kyklos_text(text); return __kyklos_range(-1, 1); }
R getenv(const char *name) { __kyklos_text(name); return __kyklos_outside(); }

int system(const char *command)
{
    if (command) __kyklos_text(command);
    return __kyklos_range(-1, 65536);
}

int fsync(int file) { return __kyklos_range(-1, 1); }
int isatty(int file) { return __kyklos_range(0, 2); }
int dup(int file) { return __kyklos_range(-1, 2147483647); }
int usleep(unsigned time) { return __kyklos_range(-1, 1); }
unsigned sleep(unsigned time) { unsigned rest = __kyklos_range(0, (unsigned long long)time + 1); return rest; }
long lseek(int file, long at, int from) { return __kyklos_range(-1L, 9223372036854775807L); }
long sysconf(int name) { return __kyklos_range(-1L, 9223372036854775807L); }
int kill(int process, int signal) { return __kyklos_range(-1, 1); }
int socket(int domain, int type, int protocol) { return __kyklos_range(-1, 2147483647); }
int listen(int file, int waiting) { return __kyklos_range(-1, 1); }
long writev(int file, const T *parts, int n)
{
    long total = 0;
    if (n < 0 || n > 1024) return -1;
    for (int i = 0; i < n; i++) {
        const char *from = parts[i].iov_base;
        size_t length = parts[i].iov_len;
        if (length > 0) from[0], from[length - 1];
        total += (long)length;
    }
    return __kyklos_range(-1L, total + 1);
}

int getpid(void) { return __kyklos_range(1, 4194305); }
int getppid(void) { return __kyklos_range(0, 4194305); }
int stat(const char *name, T *found) { __kyklos_text(name); __kyklos_forget(found); return __kyklos_range(-1, 1); }
int lstat(const char *name, T *found) { __kyklos_text(name); __kyklos_forget(found); return __kyklos_range(-1, 1); }
int uname(T *names) { __kyklos_forget(names); __kyklos_ended(names); return __kyklos_range(-1, 1); }
int fstat(int file, T *found) { __kyklos_forget(found); return __kyklos_range(-1, 1); }

R gethostbyname(const char *name) { __kyklos_text(name); return __kyklos_outside(); }
R getpwnam(const char *name) { __kyklos_text(name); return __kyklos_outside(); }
R getgrnam(const char *name) { __kyklos_text(name); return __kyklos_outside(); }

int fnmatch(const char *pattern, const char *text, int how)
{
    __kyklos_text(pattern);
    __kyklos_text(text);
    return __kyklos_range(-1, 2);
}

unsigned inet_addr(const char *text)
{
    __kyklos_text(text);
    return (unsigned)__kyklos_range(0L, 4294967296L);
}

int inet_aton(const char *text, T *found) { __kyklos_text(text); __kyklos_forget(found); return __kyklos_range(0, 2); }

int inet_pton(int family, const char *text, void *found)
{
    __kyklos_text(text);
    int done = __kyklos_range(-1, 2);
    if (done == 1)
        for (int i = 0; i < (family == 2 ? 4 : 16); i++) ((char *)found)[i] = (char)__kyklos_range(-128, 128);
    return done;
}

int pipe(int *files)
{
    if (!__kyklos_range(0, 2)) return -1;
    files[0] = __kyklos_range(0, 2147483647);
    files[1] = __kyklos_range(0, 2147483647);
    return 0;
}

R inet_ntop(int family, const void *from, char *s, unsigned n)
{
    __kyklos_bytes(from, family == 2 ? 4 : 16);
    if (n == 0 || !__kyklos_range(0, 2)) return 0;
    unsigned length = __kyklos_range(0u, n < 46 ? n : 46);
    for (unsigned i = 0; i < length; i++) s[i] = (char)__kyklos_range('.', 'g');
    s[length] = 0;
    return s;
}

/* Streams and directories. */

R fopen(const char *name, const char *how) { __kyklos_text(name); __kyklos_text(how); return __kyklos_outside(); }
R fopen64(const char *name, const char *how) { __kyklos_text(name); __kyklos_text(how); return __kyklos_outside(); }
R popen(const char *command, const char *how) { __kyklos_text(command); __kyklos_text(how); return __kyklos_outside(); }
R fdopen(int file, const char *how) { __kyklos_text(how); return __kyklos_outside(); }
R tmpfile(void) { return __kyklos_outside(); }
R fmemopen(void *s, size_t n, const char *how) { if (s) __kyklos_bytes(s, n); __kyklos_text(how); return __kyklos_outside(); }
R opendir(const char *name) { __kyklos_text(name); return __kyklos_outside(); }
R fdopendir(int file) { return __kyklos_outside(); }
R readdir(FILE *directory)
{
    R found = __kyklos_outside();
    if (found) __kyklos_ended(found);
    return found;
}

R readdir64(FILE *directory)
{
    R found = __kyklos_outside();
    if (found) __kyklos_ended(found);
    return found;
}

int closedir(FILE *directory) { __kyklos_close(directory); return __kyklos_range(-1, 1); }
int dirfd(FILE *directory) { return __kyklos_range(-1, 2147483647); }
void rewinddir(FILE *directory) { }
long telldir(FILE *directory) { return __kyklos_range(-1L, 9223372036854775807L); }
void seekdir(FILE *directory, long at) { }

R freopen(const char *name, const char *how, FILE *stream)
{
    if (name) __kyklos_text(name);
    __kyklos_text(how);
    if (__kyklos_range(__kyklos_least(), 2)) return stream;
    __kyklos_close(stream);
    return 0;
}

int fclose(FILE *stream) { __kyklos_close(stream); return __kyklos_range(-1, 1); }
int pclose(FILE *stream) { __kyklos_close(stream); return __kyklos_range(-1, 65536); }
int fseek(FILE *stream, long at, int from) { return __kyklos_range(-1, 1); }
int fseeko(FILE *stream, long at, int from) { return __kyklos_range(-1, 1); }
long ftell(FILE *stream) { return __kyklos_range(-1L, 9223372036854775807L); }
long ftello(FILE *stream) { return __kyklos_range(-1L, 9223372036854775807L); }
void rewind(FILE *stream) { }
int fgetpos(FILE *stream, T *at) { __kyklos_forget(at); return __kyklos_range(-1, 1); }
int fsetpos(FILE *stream, const T *at) { __kyklos_there(at); return __kyklos_range(-1, 1); }
int fileno(FILE *stream) { return __kyklos_range(-1, 2147483647); }
int feof(FILE *stream) { return __kyklos_range(0, 2147483647); }
int ferror(FILE *stream) { return __kyklos_range(0, 2147483647); }
void clearerr(FILE *stream) { }
int ungetc(int c, FILE *stream) { return c != -1 && __kyklos_range(0, 2) ? (unsigned char)c : -1; }
int getw(FILE *stream) { return __kyklos_range(-2147483648L, 2147483648L); }
int fwide(FILE *stream, int how) { return __kyklos_range(-1, 2); }
void setbuf(FILE *stream, char *s) { if (s) __kyklos_bytes(s, 8192); }
void setlinebuf(FILE *stream) { }

int setvbuf(FILE *stream, char *s, int how, size_t n)
{
    if (s) __kyklos_bytes(s, n);
    return __kyklos_range(-1, 1);
}

/* Times and random numbers. */

long clock(void) { return __kyklos_range(-1L, 9223372036854775807L); }
double difftime(long to, long from)
{
    return to >= from ? (double)((unsigned long)to - (unsigned long)from)
                      : -(double)((unsigned long)from - (unsigned long)to);
}
int clock_gettime(int clock, T *now) { __kyklos_forget(now); return __kyklos_range(-1, 1); }
int clock_getres(int clock, T *step) { if (step) __kyklos_forget(step); return __kyklos_range(-1, 1); }
int gettimeofday(T *now, void *zone) { if (now) __kyklos_forget(now); return __kyklos_range(-1, 1); }
long times(T *used) { if (used) __kyklos_forget(used); return __kyklos_range(-1L, 9223372036854775807L); }
int rand_r(unsigned *seed) { __kyklos_forget(seed); return __kyklos_range(0L, 2147483648L); }
double drand48(void) { return (double)__kyklos_range(0L, 281474976710656L) / 281474976710656.0; }
long lrand48(void) { return __kyklos_range(0L, 2147483648L); }
long mrand48(void) { return __kyklos_range(-2147483648L, 2147483648L); }

char *setlocale(int category, const char *locale)
{
    static char name[] = "C";
    if (locale) __kyklos_text(locale);
    return !locale || __kyklos_range(0, 2) ? name : 0;
}

long readlink(const char *name, char *s, size_t n) { __kyklos_text(name); return read(0, s, n); }
long getrandom(char *s, size_t n, unsigned how) { return read(0, s, n); }
long recv(int file, char *s, size_t n, int how) { return read(file, s, n); }
long pread(int file, char *s, size_t n, long at) { return read(file, s, n); }

/* What tools ask of the memory that a pointer points into. Elements are counted one by one. */

size_t __CPROVER_POINTER_OFFSET(const void *p)
{
    const unsigned char *q = p;
    long n = 0;
    if (!p) return 0;
    if (!__kyklos_inside(q, 0) && !__kyklos_inside(q, -1)) __kyklos_cut();
    while (__kyklos_inside(q, -1 - n)) n++;
    return (size_t)n;
}

size_t __CPROVER_OBJECT_SIZE(const void *p)
{
    const unsigned char *q = p;
    size_t start = __CPROVER_POINTER_OFFSET(p);
    long n = 0;
    if (!p) return 0;
    while (__kyklos_inside(q, n)) n++;
    return start + (size_t)n;
}

_Bool __CPROVER_same_object(const void *p, const void *q)
{
    const char *a = p, *b = q;
    if (!a || !b) return a == b;
    return a - __CPROVER_POINTER_OFFSET(p) == b - __CPROVER_POINTER_OFFSET(q);
}

unsigned klee_is_replay(void) { return 0; }
size_t klee_get_obj_size(void *p) { return __CPROVER_OBJECT_SIZE(p); }
size_t __ESBMC_get_object_size(const void *p) { return __CPROVER_OBJECT_SIZE(p); }
size_t __ESBMC_POINTER_OFFSET(const void *p) { return __CPROVER_POINTER_OFFSET(p); }
_Bool __ESBMC_same_object(const void *p, const void *q) { return __CPROVER_same_object(p, q); }

size_t __CPROVER_POINTER_OBJECT(const void *p) { return (size_t)((const char *)p - __CPROVER_POINTER_OFFSET(p)); }
size_t __ESBMC_POINTER_OBJECT(const void *p) { return __CPROVER_POINTER_OBJECT(p); }

void __CPROVER_array_set(T *a, T value)
{
    for (long i = 0; __kyklos_inside(a, i); i++) a[i] = value;
}

void __CPROVER_array_copy(T *target, const void *source)
{
    T *from = (T *)source;
    for (long i = 0; __kyklos_inside(target, i); i++)
        if (__kyklos_inside(from, i)) target[i] = from[i];
        else __kyklos_forget(&target[i]);
}

void __CPROVER_array_replace(T *target, const void *source)
{
    T *from = (T *)source;
    for (long i = 0; __kyklos_inside(target, i) && __kyklos_inside(from, i); i++) target[i] = from[i];
}

_Bool __CPROVER_array_equal(const T *a, const void *other)
{
    const T *b = (const T *)other;
    long i = 0;
    for (; __kyklos_inside(a, i); i++) {
        if (!__kyklos_inside(b, i)) return 0;
        if (a[i] != b[i]) return 0;
    }
    return !__kyklos_inside(b, i);
}

void __CPROVER_havoc_slice(void *p, size_t n)
{
    for (size_t i = 0; i < n; i++) ((char *)p)[i] = (char)__kyklos_range(-128, 128);
}

/* Functions that compilers know themselves. */


int __builtin_popcount(unsigned x)
{
    int n = 0;
    for (int i = 0; i < 32; i++) n += (int)(x >> i & 1u);
    return n;
}

int __builtin_popcountll(unsigned long long x)
{
    int n = 0;
    for (int i = 0; i < 64; i++) n += (int)(x >> i & 1u);
    return n;
}

int __builtin_popcountl(unsigned long x)
{
    int n = 0;
    for (int i = 0; i < (int)(8 * sizeof x); i++) n += (int)(x >> i & 1u);
    return n;
}

int __builtin_parity(unsigned x) { return __builtin_popcount(x) % 2; }
int __builtin_parityl(unsigned long x) { return __builtin_popcountl(x) % 2; }
int __builtin_parityll(unsigned long long x) { return __builtin_popcountll(x) % 2; }

int ffsl(long x) { return x ? 1 + __builtin_ctzl((unsigned long)x) : 0; }
int ffsll(long long x) { return x ? 1 + __builtin_ctzll((unsigned long long)x) : 0; }

int __builtin_clrsb(int x)
{
    unsigned y = (unsigned)(x < 0 ? -1 - x : x);
    return y ? __builtin_clz(y) - 1 : 31;
}

int __builtin_clrsbll(long long x)
{
    unsigned long long y = (unsigned long long)(x < 0 ? -1 - x : x);
    return y ? __builtin_clzll(y) - 1 : 63;
}

int __builtin_clrsbl(long x)
{
    unsigned long y = (unsigned long)(x < 0 ? -1 - x : x);
    return y ? __builtin_clzl(y) - 1 : (int)(8 * sizeof(long)) - 1;
}

unsigned char __builtin_rotateleft8(unsigned char x, unsigned char n)
{
    return (unsigned char)((unsigned)x << n % 8 | (unsigned)x >> (8 - n % 8) % 8);
}

unsigned short __builtin_rotateleft16(unsigned short x, unsigned short n)
{
    return (unsigned short)((unsigned)x << n % 16 | (unsigned)x >> (16 - n % 16) % 16);
}

unsigned __builtin_rotateleft32(unsigned x, unsigned n) { return x << n % 32 | x >> (32 - n % 32) % 32; }
unsigned __builtin_rotateright32(unsigned x, unsigned n) { return x >> n % 32 | x << (32 - n % 32) % 32; }

unsigned long long __builtin_rotateleft64(unsigned long long x, unsigned long long n)
{
    return x << n % 64 | x >> (64 - n % 64) % 64;
}

unsigned long long __builtin_rotateright64(unsigned long long x, unsigned long long n)
{
    return x >> n % 64 | x << (64 - n % 64) % 64;
}

int __builtin_ctz(unsigned x)
{
    int n = 0;
    if (!x) __builtin_unreachable();
    while (!(x >> n & 1u)) n++;
    return n;
}

int __builtin_ctzl(unsigned long x)
{
    int n = 0;
    if (!x) __builtin_unreachable();
    while (!(x >> n & 1u)) n++;
    return n;
}

int __builtin_ctzll(unsigned long long x)
{
    int n = 0;
    if (!x) __builtin_unreachable();
    while (!(x >> n & 1u)) n++;
    return n;
}

int __builtin_clz(unsigned x)
{
    int n = 0;
    if (!x) __builtin_unreachable();
    while (!(x >> (31 - n) & 1u)) n++;
    return n;
}

int __builtin_clzl(unsigned long x)
{
    int n = 0, top = (int)(8 * sizeof x) - 1;
    if (!x) __builtin_unreachable();
    while (!(x >> (top - n) & 1u)) n++;
    return n;
}

int __builtin_clzll(unsigned long long x)
{
    int n = 0;
    if (!x) __builtin_unreachable();
    while (!(x >> (63 - n) & 1u)) n++;
    return n;
}

unsigned short __builtin_bswap16(unsigned short x) { return (unsigned short)(x % 256u * 256u + x / 256u); }

unsigned __builtin_bswap32(unsigned x)
{
    return x % 256u * 16777216u + x / 256u % 256u * 65536u + x / 65536u % 256u * 256u + x / 16777216u;
}

unsigned long long __builtin_bswap64(unsigned long long x)
{
    unsigned long long low = __builtin_bswap32((unsigned)x), high = __builtin_bswap32((unsigned)(x >> 32));
    return low * 4294967296ull + high;
}

/* Atomic operations: there is one thread. */

T __sync_fetch_and_add(T *p, T v) { T old = *p; *p = old + v; return old; }
T __sync_fetch_and_sub(T *p, T v) { T old = *p; *p = old - v; return old; }
T __sync_fetch_and_or(T *p, T v) { T old = *p; *p = old | v; return old; }
T __sync_fetch_and_and(T *p, T v) { T old = *p; *p = old & v; return old; }
T __sync_fetch_and_xor(T *p, T v) { T old = *p; *p = old ^ v; return old; }
T __sync_add_and_fetch(T *p, T v) { return *p = *p + v; }
T __sync_sub_and_fetch(T *p, T v) { return *p = *p - v; }
T __sync_lock_test_and_set(T *p, T v) { T old = *p; *p = v; return old; }
void __sync_lock_release(T *p) { *p = 0; }
void __sync_synchronize(void) { }

_Bool __sync_bool_compare_and_swap(T *p, T old, T v)
{
    if (*p != old) return 0;
    *p = v;
    return 1;
}

T __sync_val_compare_and_swap(T *p, T old, T v)
{
    T was = *p;
    if (was == old) *p = v;
    return was;
}

T __atomic_load_n(T *p, int order) { return *p; }
void __atomic_store_n(T *p, T v, int order) { *p = v; }
T __atomic_exchange_n(T *p, T v, int order) { T old = *p; *p = v; return old; }
T __atomic_fetch_add(T *p, T v, int order) { T old = *p; *p = old + v; return old; }
T __atomic_fetch_sub(T *p, T v, int order) { T old = *p; *p = old - v; return old; }
T __atomic_fetch_or(T *p, T v, int order) { T old = *p; *p = old | v; return old; }
T __atomic_fetch_and(T *p, T v, int order) { T old = *p; *p = old & v; return old; }
T __atomic_fetch_xor(T *p, T v, int order) { T old = *p; *p = old ^ v; return old; }
T __atomic_add_fetch(T *p, T v, int order) { return *p = *p + v; }
T __atomic_sub_fetch(T *p, T v, int order) { return *p = *p - v; }
T __sync_or_and_fetch(T *p, T v) { return *p = *p | v; }
T __sync_and_and_fetch(T *p, T v) { return *p = *p & v; }
T __sync_xor_and_fetch(T *p, T v) { return *p = *p ^ v; }
T __atomic_or_fetch(T *p, T v, int order) { return *p = *p | v; }
T __atomic_and_fetch(T *p, T v, int order) { return *p = *p & v; }
T __atomic_xor_fetch(T *p, T v, int order) { return *p = *p ^ v; }
void __atomic_exchange(T *p, T *v, T *old, int order) { T was = *p; *p = *v; *old = was; }
_Bool __atomic_is_lock_free(size_t n, const void *p) { return n == 1 || n == 2 || n == 4 || n == 8; }
_Bool __atomic_always_lock_free(size_t n, const void *p) { return n == 1 || n == 2 || n == 4 || n == 8; }
void __atomic_clear(void *p, int order) { *(unsigned char *)p = 0; }

_Bool __atomic_test_and_set(void *p, int order)
{
    _Bool old = *(unsigned char *)p != 0;
    *(unsigned char *)p = 1;
    return old;
}

void __atomic_load(T *p, T *target, int order) { *target = *p; }
void __atomic_store(T *p, T *v, int order) { *p = *v; }
void __atomic_thread_fence(int order) { }
void __atomic_signal_fence(int order) { }

_Bool __atomic_compare_exchange_n(T *p, T *old, T v, _Bool weak, int success, int failure)
{
    if (*p == *old) {
        *p = v;
        return 1;
    }
    *old = *p;
    return 0;
}

_Bool __atomic_compare_exchange(T *p, T *old, T *v, _Bool weak, int success, int failure)
{
    if (*p == *old) {
        *p = *v;
        return 1;
    }
    *old = *p;
    return 0;
}

/* What a format says is written while it is read. Of long floating point numbers that are no doubles, and of `%a`, the
   shape is written; which digits there are, is not known. */

int vsnprintf(char *s, size_t n, const char *f, va_list ap)
{
    size_t at = 0;
    while (*f) {
        if (*f != '%') {
            if (at + 1 < n) s[at] = *f;
            at++;
            f++;
            continue;
        }
        f++;
        int left = 0, zeros = 0, sign = 0, alternate = 0, width = 0, precision = -1, size = 0;
        for (;; f++) {
            if (*f == '-') left = 1;
            else if (*f == '0') zeros = 1;
            else if (*f == '+') sign = '+';
            else if (*f == ' ') sign = sign ? sign : ' ';
            else if (*f == '#') alternate = 1;
            else break;
        }
        if (*f == '*') {
            width = __builtin_va_arg(ap, int);
            f++;
            if (width < 0) {
                left = 1;
                width = -width;
            }
        } else {
            while (*f >= '0' && *f <= '9') width = 10 * width + (*f++ - '0');
        }
        if (*f == '.') {
            f++;
            precision = 0;
            if (*f == '*') {
                precision = __builtin_va_arg(ap, int);
                f++;
            } else {
                while (*f >= '0' && *f <= '9') precision = 10 * precision + (*f++ - '0');
            }
        }
        if (*f == 'h') {
            f++;
            size = -1;
            if (*f == 'h') {
                f++;
                size = -2;
            }
        } else if (*f == 'l') {
            f++;
            size = 1;
            if (*f == 'l') {
                f++;
                size = 2;
            }
        } else if (*f == 'z' || *f == 't') {
            f++;
            size = 1;
        } else if (*f == 'j' || *f == 'q') {
            f++;
            size = 2;
        } else if (*f == 'L') {
            f++;
            size = 3;
        }
        int kind = *f;
        if (kind) f++;
        /* What stands before the body: a sign, `0x`, zeros. The body is a text, a number's digits, or a number of which
           only the shape is known: `point` digits, a point, more digits; of any characters, if `point` is negative. */
        int first = 0, second = 0, third = 0, point = -1, places = -1, known = 0, decade = 0;
        int negative = 0, long_exponent = 0;
        double x = 0;
        size_t filling = 0, length = 0;
        const char *text = 0;
        const int *wide = 0;
        char one = 0;
        unsigned long long v = 0, power = 1, base = 10;
        if (kind == '%') {
            one = '%';
            text = &one;
            length = 1;
        } else if (kind == 'c' || kind == 'C') {
            int character = __builtin_va_arg(ap, int);
            if ((size == 1 || kind == 'C') && (character < 0 || character > 127)) __kyklos_cut();
            one = (char)character;
            text = &one;
            length = 1;
            zeros = 0;
        } else if ((kind == 's' && size == 1) || kind == 'S') {
            wide = __builtin_va_arg(ap, int *);
            if (!wide && !s) {
                text = "(null)";
                if (precision < 0 || precision >= 6) length = 6;
            } else {
                while ((precision < 0 || length < (size_t)precision) && wide[length]) {
                    if (wide[length] < 0 || wide[length] > 127) __kyklos_cut();
                    length++;
                }
            }
            zeros = 0;
        } else if (kind == 's' && size <= 0) {
            text = __builtin_va_arg(ap, char *);
            if (!text && !s) {
                text = "(null)";
                if (precision < 0 || precision >= 6) length = 6;
            } else if (precision < 0) {
                length = strlen(text);
            } else {
                while (length < (size_t)precision && text[length]) length++;
            }
            zeros = 0;
        } else if (kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o') {
            if (kind == 'd' || kind == 'i') {
                long long x;
                if (size == 2) x = __builtin_va_arg(ap, long long);
                else if (size == 1) x = __builtin_va_arg(ap, long);
                else x = __builtin_va_arg(ap, int);
                if (size == -1) x = (short)x;
                if (size == -2) x = (signed char)x;
                if (x < 0) first = '-';
                else first = sign;
                v = x < 0 ? -(unsigned long long)x : (unsigned long long)x;
            } else {
                if (size == 2) v = __builtin_va_arg(ap, unsigned long long);
                else if (size == 1) v = __builtin_va_arg(ap, unsigned long);
                else v = __builtin_va_arg(ap, unsigned);
                if (size == -1) v = (unsigned short)v;
                if (size == -2) v = (unsigned char)v;
                if (kind == 'o') base = 8;
                if (kind == 'x' || kind == 'X') base = 16;
                if (alternate && base == 16 && v != 0) {
                    second = '0';
                    third = kind;
                }
            }
            length = 1;
            while (v / power >= base) {
                power *= base;
                length++;
            }
            if (precision == 0 && v == 0) length = 0;
            if (precision >= 0) {
                zeros = 0;
                if ((size_t)precision > length) filling = precision - length;
            }
            if (alternate && base == 8 && filling == 0 && (v != 0 || length == 0)) filling = 1;
        } else if (kind == 'n') {
            if (size == -2) *__builtin_va_arg(ap, signed char *) = (signed char)at;
            else if (size == -1) *__builtin_va_arg(ap, short *) = (short)at;
            else if (size == 1) *__builtin_va_arg(ap, long *) = (long)at;
            else if (size == 2) *__builtin_va_arg(ap, long long *) = (long long)at;
            else *__builtin_va_arg(ap, int *) = (int)at;
            continue;
        } else if (kind == 'p' && size == 0) {
            void *p = __builtin_va_arg(ap, void *);
            length = p ? __kyklos_range(3, 19) : 5;
            if (!p) text = "(nil)";
            zeros = 0;
        } else if (kind == 'f' || kind == 'F' || kind == 'e' || kind == 'E' || kind == 'g' || kind == 'G'
                   || kind == 'a' || kind == 'A') {
            if (size == 3) {
                long double wide = __builtin_va_arg(ap, long double);
                x = (double)wide;
                if (x == wide) size = 0;
            } else {
                x = __builtin_va_arg(ap, double);
            }
            known = size != 3 && kind != 'a' && kind != 'A' && !(alternate && (kind == 'g' || kind == 'G'));
            int behind = precision < 0 ? 6 : precision;
            if (x < 0) first = '-';
            else if (x > 0) first = sign;
            else first = __builtin_signbit(x) ? '-' : sign;
            double a = x < 0 ? -x : x;
            if (x != x || (a > 1.7976931348623157e308 && size != 3)) {
                length = 3;
                zeros = 0;
                if (x != x) text = kind < 'a' ? "NAN" : "nan";
                else if (size != 3) text = kind < 'a' ? "INF" : "inf";
            } else if (kind == 'f' || kind == 'F') {
                places = behind;
                if (known) {
                    for (point = 1; a >= __kyklos_threshold(point, places);) point++;
                } else if (a < 1e20) {
                    point = __kyklos_range(1, 22);
                } else {
                    point = __kyklos_range(20, 4934);
                }
                length = point;
                if (behind > 0 || alternate) length += 1 + (size_t)behind;
            } else if (kind == 'e' || kind == 'E') {
                length = 5;
                if (behind > 0 || alternate) length += 1 + (size_t)behind;
                if (known && a > 0) {
                    /* The sign and the length of the exponent are told by the number, its digits by the first digit's place. */
                    negative = !(a >= __kyklos_threshold(0, behind + 1));
                    long_exponent = negative ? !(a >= __kyklos_threshold(-99, behind + 100))
                                             : a >= __kyklos_threshold(100, behind - 99);
                    if (long_exponent) length++;
                    decade = __kyklos_magnitude(x, behind - __kyklos_magnitude(x, 1100));
                } else if (!known && (a < 1e-98 || a > 9e99)) {
                    length += __kyklos_range(0, 3);
                }
                places = behind - decade;
            } else if ((kind == 'g' || kind == 'G') && known && !alternate) {
                places = behind == 0 ? 1 : behind;
                length = __kyklos_length(x, places);
                __kyklos_assume(length >= 1 && length <= (size_t)places + 6);
            } else if (kind == 'g' || kind == 'G') {
                length = __kyklos_range(1, (behind == 0 ? 1 : behind) + 9);
            } else {
                length = __kyklos_range(6, (precision < 0 ? 25 : 25 + precision));
            }
        } else {
            __kyklos_cut();
        }
        size_t total = length + filling + (first != 0) + (second != 0) + (third != 0);
        size_t rest = (size_t)width > total ? (size_t)width - total : 0;
        if (zeros && !left) {
            filling += rest;
            rest = 0;
        }
        for (size_t i = 0; !left && i < rest; i++) {
            if (at + 1 < n) s[at] = ' ';
            at++;
        }
        if (first) {
            if (at + 1 < n) s[at] = (char)first;
            at++;
        }
        if (second) {
            if (at + 1 < n) s[at] = (char)second;
            at++;
            if (at + 1 < n) s[at] = (char)third;
            at++;
        }
        for (size_t i = 0; i < filling; i++) {
            if (at + 1 < n) s[at] = '0';
            at++;
        }
        for (size_t i = 0; i < length; i++) {
            if (at + 1 < n) {
                if (text) {
                    s[at] = text[i];
                } else if (wide) {
                    s[at] = (char)wide[i];
                } else if (kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o') {
                    int digit = (int)(v / power % base);
                    s[at] = (char)(digit < 10 ? '0' + digit : (kind == 'X' ? 'A' : 'a') + (digit - 10));
                } else if (point >= 0 && i == (size_t)point) {
                    s[at] = '.';
                } else if (point >= 0 && known) {
                    s[at] = (char)('0' + __kyklos_digit(x, places, i < (size_t)point ? point - 1 - (int)i : point - (int)i));
                } else if (point >= 0) {
                    s[at] = (char)__kyklos_range('0', '9' + 1);
                } else if (known && (kind == 'g' || kind == 'G')) {
                    int character = __kyklos_character(x, places, (int)i);
                    s[at] = (char)(kind == 'G' && character == 'e' ? 'E' : character);
                } else if (known) {
                    size_t mark = length - (long_exponent ? 5 : 4);
                    int shown = negative ? -decade : decade;
                    if (i == 0) s[at] = (char)('0' + __kyklos_digit(x, places, decade));
                    else if (i == 1 && mark > 1) s[at] = '.';
                    else if (i < mark) s[at] = (char)('0' + __kyklos_digit(x, places, decade + 1 - (int)i));
                    else if (i == mark) s[at] = (char)kind;
                    else if (i == mark + 1) s[at] = negative ? '-' : '+';
                    else if (i + 1 == length) s[at] = (char)('0' + (shown % 10 + 10) % 10);
                    else if (i + 2 == length) s[at] = (char)('0' + (shown / 10 % 10 + 10) % 10);
                    else s[at] = (char)('0' + (shown / 100 % 10 + 10) % 10);
                } else {
                    s[at] = (char)__kyklos_range('(', 'y');
                }
            }
            at++;
            power /= base;
        }
        for (size_t i = 0; left && i < rest; i++) {
            if (at + 1 < n) s[at] = ' ';
            at++;
        }
    }
    if (n > 0) s[at < n ? at : n - 1] = 0;
    return (int)at;
}

/* What printing reads, where nobody asks how much is printed. */

void __kyklos_print(const char *f, va_list ap)
{
    while (*f) {
        if (*f++ != '%') continue;
        int precision = -1, size = 0;
        while (*f == '-' || *f == '+' || *f == ' ' || *f == '#' || *f == '0') f++;
        if (*f == '*') {
            __builtin_va_arg(ap, int);
            f++;
        }
        while (*f >= '0' && *f <= '9') f++;
        if (*f == '.') {
            f++;
            precision = 0;
            if (*f == '*') {
                precision = __builtin_va_arg(ap, int);
                f++;
            }
            while (*f >= '0' && *f <= '9') precision = 10 * precision + (*f++ - '0');
        }
        for (; *f == 'h'; f++) size = -1;
        for (; *f == 'l'; f++) size++;
        if (*f == 'j' || *f == 'q') {
            size = 2;
            f++;
        } else if (*f == 'z' || *f == 't') {
            size = 1;
            f++;
        } else if (*f == 'L') {
            size = 3;
            f++;
        }
        int kind = *f;
        if (kind) f++;
        if (kind == 's' && size <= 0) {
            const char *text = __builtin_va_arg(ap, char *);
            for (size_t i = 0; text && (precision < 0 || i < (size_t)precision) && text[i];) i++;
        } else if (kind == 's' || kind == 'S') {
            const int *text = __builtin_va_arg(ap, int *);
            for (size_t i = 0; text && (precision < 0 || i < (size_t)precision) && text[i];) i++;
        } else if (kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o') {
            if (size == 2) __builtin_va_arg(ap, long long);
            else if (size == 1) __builtin_va_arg(ap, long);
            else __builtin_va_arg(ap, int);
        } else if (kind == 'c' || kind == 'C') {
            __builtin_va_arg(ap, int);
        } else if (kind == 'p') {
            __builtin_va_arg(ap, void *);
        } else if (kind == 'f' || kind == 'F' || kind == 'e' || kind == 'E' || kind == 'g' || kind == 'G'
                   || kind == 'a' || kind == 'A') {
            if (size == 3) __builtin_va_arg(ap, long double);
            else __builtin_va_arg(ap, double);
        } else if (kind != '%' && kind != 'm') {
            __kyklos_cut();
        }
    }
}

int __kyklos_printed(const char *f, va_list ap) { return vsnprintf(0, 0, f, ap); }

/* A wide format says the same as its characters as bytes. */

void __kyklos_narrow(char *to, const int *from)
{
    for (; *from; from++) *to++ = *from > 0 && *from < 128 ? (char)*from : '?';
    *to = 0;
}

void __kyklos_wide_print(const int *f, va_list ap)
{
    char narrow[wcslen(f) + 1];
    __kyklos_narrow(narrow, f);
    __kyklos_print(narrow, ap);
}

int __kyklos_wide_printed(const int *f, va_list ap)
{
    char narrow[wcslen(f) + 1];
    __kyklos_narrow(narrow, f);
    return vsnprintf(0, 0, narrow, ap);
}

int vswprintf(int *s, size_t n, const int *f, va_list ap)
{
    char narrow[wcslen(f) + 1];
    for (size_t i = 0; f[i]; i++)
        if (f[i] < 0 || f[i] > 127) __kyklos_cut();
    __kyklos_narrow(narrow, f);
    int length = vsnprintf(0, 0, narrow, ap);
    if (n == 0) return -1;
    char text[(size_t)length + 1];
    vsnprintf(text, (size_t)length + 1, narrow, ap);
    size_t i = 0;
    for (; i + 1 < n && text[i]; i++) s[i] = text[i];
    s[i] = 0;
    return (size_t)length < n ? length : -1;
}

int vsprintf(char *s, const char *f, va_list ap) { return vsnprintf(s, (size_t)-1, f, ap); }

int vasprintf(char **result, const char *f, va_list ap)
{
    int n = vsnprintf(0, 0, f, ap);
    char *s = malloc((size_t)n + 1);
    if (!s) return -1;
    n = vsnprintf(s, (size_t)n + 1, f, ap);
    *result = s;
    return strlen(s);
}

/* There is one thread, so whoever wants to lock something can, unless it has done so before. */

int pthread_mutex_init(void *lock, const void *how) { return 0; }
int pthread_mutex_destroy(void *lock) { return 0; }
int pthread_mutex_lock(void *lock) { return 0; }
int pthread_mutex_trylock(void *lock) { return __kyklos_range(0, 2) ? 16 : 0; }
int pthread_mutex_unlock(void *lock) { return 0; }
int pthread_mutexattr_init(void *how) { return 0; }
int pthread_mutexattr_destroy(void *how) { return 0; }
int pthread_mutexattr_settype(void *how, int type) { return 0; }
int pthread_rwlock_init(void *lock, const void *how) { return 0; }
int pthread_rwlock_destroy(void *lock) { return 0; }
int pthread_rwlock_rdlock(void *lock) { return 0; }
int pthread_rwlock_wrlock(void *lock) { return 0; }
int pthread_rwlock_unlock(void *lock) { return 0; }
int pthread_spin_init(void *lock, int shared) { return 0; }
int pthread_spin_destroy(void *lock) { return 0; }
int pthread_spin_lock(void *lock) { return 0; }
int pthread_spin_unlock(void *lock) { return 0; }
int pthread_cond_init(void *condition, const void *how) { return 0; }
int pthread_cond_destroy(void *condition) { return 0; }
int pthread_cond_signal(void *condition) { return 0; }
int pthread_cond_broadcast(void *condition) { return 0; }

int pthread_once(int *control, void (*function)(void))
{
    if (*control == 0) {
        *control = 2;
        function();
    }
    return 0;
}

/* Texts that the outside writes: of any length that there is room for, and of any characters. */

size_t strftime(char *s, size_t most, const char *format, const T *time)
{
    __kyklos_text(format);
    __kyklos_there(time);
    size_t length = __kyklos_range(0, most > 0 ? most : 1);
    for (size_t i = 0; i < length; i++) s[i] = (char)__kyklos_range(1, 128);
    if (most > 0 && length > 0) s[length] = 0;
    else if (most > 0) s[0] = (char)__kyklos_range(0, 128);
    return length;
}

char *getcwd(char *s, size_t size)
{
    if (!s) {
        if (size == 0) size = __kyklos_range(2, 4097);
        s = malloc(size);
        if (!s) return 0;
    }
    if (size < 2 || !__kyklos_range(0, 2)) return 0;
    size_t length = __kyklos_range(1, size);
    s[0] = '/';
    for (size_t i = 1; i < length; i++) s[i] = (char)__kyklos_range(1, 128);
    s[length] = 0;
    return s;
}

int gethostname(char *s, size_t size)
{
    if (!__kyklos_range(0, 2)) return -1;
    for (size_t i = 0; i < size; i++) s[i] = (char)__kyklos_range(0, 128);
    return 0;
}

size_t confstr(int name, char *s, size_t n)
{
    size_t length = __kyklos_range(0, 4096);
    for (size_t i = 0; i < n && i < length; i++) s[i] = (char)(i + 1 < n && i + 1 < length ? __kyklos_range(1, 128) : 0);
    return length;
}

/* Times as texts are 26 characters, the zero at their end included, unless the year is a long one. */

char *__kyklos_time(char *s)
{
    for (int i = 0; i < 24; i++) s[i] = (char)__kyklos_range(' ', 'z');
    s[24] = '\n';
    s[25] = 0;
    return s;
}

char *asctime_r(const T *time, char *s) { __kyklos_there(time); return __kyklos_time(s); }
char *ctime_r(const long *time, char *s) { __kyklos_there(time); return __kyklos_time(s); }

R gmtime_r(const long *time, T *parts)
{
    __kyklos_there(time);
    __kyklos_there(parts);
    __kyklos_cut();
    return 0;
}

R localtime_r(const long *time, T *parts)
{
    __kyklos_there(time);
    __kyklos_there(parts);
    __kyklos_cut();
    return 0;
}
