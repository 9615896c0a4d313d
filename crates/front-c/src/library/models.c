/* Functions of C's library, in C. They are read only where a program calls one of them and does not define it. All of
   their code stands at the place of the call. `T` is the type that the argument for the first parameter of type `T *`
   points to. `__kyklos_range` is an input from its first argument up to below its second one; `__kyklos_forget` makes
   inputs of what its argument points to; `__kyklos_least` is 1 if calls that read succeed, else 0; `__kyklos_assume` takes a condition to hold; `__kyklos_cut` ends what is looked at; `__kyklos_sign` is any number with
   the sign of its argument. An argument for a parameter `size` has to be the size of `T`. */

typedef int T;
typedef unsigned long size_t;

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
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && compare(&a[j - 1], &a[j]) > 0; j--) {
            T swapped = a[j - 1];
            a[j - 1] = a[j];
            a[j] = swapped;
        }
}

void *bsearch(const void *key, const T *a, size_t n, size_t size, int (*compare)(const void *, const void *))
{
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

size_t __kyklos_fread(char *target, size_t size, size_t n, void *stream)
{
    size_t read = __kyklos_range(0, n + 1);
    for (size_t i = 0; i < read * size; i++) target[i] = (char)__kyklos_range(-128, 128);
    return read;
}

char *fgets(char *s, int n, void *stream)
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

size_t fread(T *target, size_t size, size_t n, void *stream)
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

long getline(char **line, size_t *room, void *stream)
{
    long read = __kyklos_range(-1 + 2 * __kyklos_least(), 2147483647);
    if (read <= 0) return -1;
    char *text = malloc((size_t)read + 1);
    for (long i = 0; i < read; i++) {
        char c = (char)__kyklos_range(-128, 128);
        __kyklos_assume(c != '\n' || i == read - 1);
        text[i] = c;
    }
    text[read] = 0;
    free(*line);
    *line = text;
    *room = (size_t)read + 1;
    return read;
}

int posix_memalign(T *target, size_t align, size_t n)
{
    T made = malloc(n);
    if (!made) return 12;
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

/* Ways through the program. A second return of `setjmp` is cut; the first goes on. */

int setjmp(void *place)
{
    if (__kyklos_range(0, 2)) __kyklos_cut();
    return 0;
}

int _setjmp(void *place) { return setjmp(place); }
int sigsetjmp(void *place, int mask) { return setjmp(place); }
int __sigsetjmp(void *place, int mask) { return setjmp(place); }
void longjmp(void *place, int value) { abort(); }
void siglongjmp(void *place, int value) { abort(); }

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

/* Functions that compilers know themselves. */

int __builtin_ffs(int x) { return ffs(x); }

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
