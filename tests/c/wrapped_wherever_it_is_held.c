// check --entry added: unsafe out-of-bounds@33
// check --entry by_an_input: unsafe out-of-bounds@34
// check --entry doubled: unsafe out-of-bounds@35
// check --entry halved: unsafe out-of-bounds@36
// check --entry in_an_element: unsafe out-of-bounds@37
// check --entry in_a_first_value: unsafe out-of-bounds@38
// check --entry behind_a_pointer: unsafe out-of-bounds@39
// check --entry read_by_a_pointer: unsafe out-of-bounds@40
// check --entry given_to_a_pointer: unsafe out-of-bounds@31
// check --entry narrow_address: unsafe out-of-bounds@42
// check --entry searched: unsafe out-of-bounds@43
// check --entry decremented: unsafe out-of-bounds@44
// check --entry no_more_than_there_are: safe
// check --entry no_more_than_left: safe
// check --entry no_more_than_in_a_member: safe
// check --entry what_is_left: safe
// check --entry ahead: safe
// check --entry ended: safe
// check --entry hashed: safe
// check --entry masked: safe
// check --entry around: safe
// check --entry of_a_byte: safe
// check --entry until_it_wraps: safe
// check --entry given: safe
// Numbers without a sign that wrap around below zero are indices before an array, whatever holds them and by however much;
// those that are large because the program was given such a number are not.
typedef unsigned long size_t;
struct b { size_t len; char *d; };
struct p { int x, y; };
typedef char (*getter)(const char *, size_t);
static char at(const char *s, size_t i) { return s[i]; }
static size_t before(size_t *n) { return --*n; }
int added(char *s, size_t n) { if (n > 100) return 0; n += -2; return n == 9 ? 0 : s[n]; }
int by_an_input(char *s, size_t n, size_t k) { return n == 3 && k == 5 ? s[n - k] : 0; }
int doubled(char *s, size_t n) { return n < 100 ? s[2 * (n - 1)] : 0; }
int halved(char *s, size_t n) { return n < 8 ? s[(n - 8) / 2] : 0; }
int in_an_element(char *s, size_t n) { size_t at[2] = { n - 1 }; return n < 100 ? s[at[0]] : 0; }
int in_a_first_value(char *s, size_t n) { struct b x = { n - 1 }; return n < 100 ? s[x.len] : 0; }
int behind_a_pointer(char *s, size_t n) { size_t *p = &n; (*p)--; return s[n]; }
int read_by_a_pointer(char *s, size_t n) { size_t i = n - 1, *p = &i; return s[*p]; }
int given_to_a_pointer(char *s, size_t n, int c) { getter g = c ? at : 0; return g && n < 4 ? g(s, n - 2) : 0; }
int narrow_address(struct p *p, unsigned n) { struct p *q = p + (n - 1); return n < 9 ? q->x : 0; }
int searched(int *a, size_t n) { size_t lo = 0, hi = n - 1; if (n > 4) return 0; while (lo <= hi) { size_t mid = (lo + hi) / 2; if (a[mid] == 5) return 1; if (a[mid] < 5) lo = mid + 1; else hi = mid - 1; } return 0; }
int decremented(char *s, size_t n) { return n < 5 ? s[before(&n)] : 0; }
int no_more_than_there_are(char *s, size_t n, size_t k) { return k <= n ? s[n - k] : 0; }
int no_more_than_left(char *s, size_t n, size_t k) { if (k > n) return 0; n -= k; return s[n]; }
int no_more_than_in_a_member(struct b *b, size_t k) { return b->d && k <= b->len ? b->d[b->len - k] : 0; }
int what_is_left(char *s, size_t n, size_t off) { if (off >= n) return 0; size_t left = n - off; return s[left - 1]; }
int ahead(int *a, size_t n) { size_t lo = 0, hi = n; while (lo < hi) { size_t mid = lo + (hi - lo) / 2; if (a[mid] < 5) lo = mid + 1; else hi = mid; } return 0; }
int ended(char *s) { size_t i = 0; while (s[i]) i++; return 0; }
int hashed(int *t, char *s) { unsigned h = 0; for (; *s; s++) h = h * 31 - *s; return t[h & 1023]; }
int masked(char *s, size_t n) { return s[n & ~(size_t)7]; }
int around(char *ring, unsigned head) { head = (head - 1) % 16; return ring[head]; }
int of_a_byte(char *s, unsigned char k) { unsigned char i = k - 1; return s[i]; }
int until_it_wraps(char *s, size_t n) { if (n > 10) return 0; for (size_t i = n - 1; i < n; i--) if (s[i] == 'x') return 1; return 0; }
int given(char *s, const size_t *index) { return s[index[3]]; }
