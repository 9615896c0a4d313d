/* Calls that never return. */
extern int __VERIFIER_nondet_int(void);
int f(int n, int m) { int a[100]; a[n & 63] = m; return f(n + a[n & 63], __VERIFIER_nondet_int()) + 1; }
int main(void) { return f(1, 2); }
