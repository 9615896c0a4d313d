// check --entry sum --array-size s=n: safe
// check --entry last --array-size s=n: unsafe out-of-bounds@10
// check --entry last --array-size s=2: unsafe out-of-bounds@10
// check --entry structs --array-size s=n: safe
// check --entry two --array-size a=n --array-size b=3: unsafe out-of-bounds@13
// check --entry two --array-size 5 --array-size a=n: unsafe out-of-bounds@13
// check --entry negative --array-size s=n: unsafe out-of-bounds@14
// How many elements an array has may be what another parameter says.
int sum(int *s, int n) { int t = 0; for (int i = 0; i < n; i++) t += s[i] != 0; return t; }
int last(int *s, int n) { return n > 0 ? s[n] : 0; }
struct pair { int a; char b; };
int structs(int n, struct pair *s) { return n > 2 ? s[n - 1].b : 0; }
int two(char *a, char *b, unsigned n) { for (unsigned i = 0; i < n; i++) a[i] = b[i]; return n; }
int negative(int *s, int n) { return n < 0 ? s[0] : 0; }
