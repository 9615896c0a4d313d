// check: refused `f` has another type in another file
extern int f(long);
int main(void) { return f(1); }
