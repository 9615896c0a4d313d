// check --entry last: unsafe out-of-bounds@25
// check --entry by_a_variable: unsafe out-of-bounds@26
// check --entry moved: unsafe out-of-bounds@27
// check --entry address: unsafe out-of-bounds@28
// check --entry constant: unsafe out-of-bounds@29
// check --entry by_a_function: unsafe out-of-bounds@31
// check --entry by_a_member: unsafe out-of-bounds@33
// check --entry narrow: unsafe out-of-bounds@34
// check --entry elsewhere: unsafe out-of-bounds@35
// check --entry narrow_difference: unsafe out-of-bounds@36
// check --entry in_a_loop: unsafe out-of-bounds@37
// check --entry moved_by: unsafe out-of-bounds@38
// check --entry two_before: unsafe out-of-bounds@39
// check --entry guarded: safe
// check --entry two_before_guarded: safe
// check --entry downward: safe
// check --entry trimmed: safe
// check --entry copied: safe
// check --entry filtered: safe
// check --entry reversed: safe
// check --entry by_pointers: safe
// Indices without a sign that wrap around below zero lead to before an array.
typedef unsigned long size_t; size_t strlen(const char*);
extern int table[];
char last(char *s) { size_t n = strlen(s); return s[n-1]; }
char by_a_variable(char *s) { size_t n = strlen(s); n--; return s[n]; }
char moved(char *s) { size_t n = strlen(s); return *(s + (n-1)); }
char address(char *s) { size_t n = strlen(s); char *e = &s[n-1]; return *e; }
char constant(char *s) { return s[(size_t)-1]; }
static size_t before(size_t n) { return n - 1; }
char by_a_function(char *s) { return s[before(strlen(s))]; }
struct b { size_t len; char d[4]; };
char by_a_member(char *s) { struct b x = { strlen(s) }; x.len--; return s[x.len]; }
char narrow(char *s, int i) { return i < 5 ? s[(unsigned)i] : 0; }
char elsewhere(char *s, size_t n) { return table[n - 1]; }
char narrow_difference(char *s) { unsigned n = strlen(s); return s[n - 1]; }
char in_a_loop(char *s, size_t n) { while (s[--n] == ' ') ; return 0; }
char moved_by(char *s, size_t n) { char *e = s; e += n - 1; return *e; }
char two_before(char *s, size_t n) { return n != 1 ? s[n - 2] : 0; }
char guarded(char *s) { size_t n = strlen(s); return n ? s[n-1] : 0; }
char two_before_guarded(char *s, size_t n) { return n > 1 ? s[n - 2] : 0; }
char downward(char *s, size_t n) { for (size_t i = n; i-- > 0;) if (s[i]=='x') return 1; return 0; }
char trimmed(char *s, size_t n) { while (n > 0 && s[n-1] == ' ') n--; return n ? s[n - 1] : 0; }
char copied(char *d, char *s, size_t n) { while (n-- > 0) d[n] = s[n]; return 0; }
char filtered(char *s, unsigned n) { size_t k = 0; for (unsigned i = 0; i < n; i++) if (s[i]) s[k++] = s[i]; return 0; }
char reversed(char *s, size_t n) { size_t i = 0, j = n - 1; if (n) while (i < j) { char t = s[i]; s[i++] = s[j]; s[j--] = t; } return 0; }
char by_pointers(char *s) { size_t n = strlen(s); char *e = s + n; while (e > s && e[-1] == ' ') e--; *e = 0; return 0; }
