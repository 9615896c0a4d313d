// check: safe
// check -DVALUE: unsafe
// `__builtin_constant_p` takes literals of texts for constants, as GNU's compiler does, and what is read for none. A
// hexadecimal constant may have more digits than its type keeps.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
	int x = __VERIFIER_nondet_int();
	if (!__builtin_constant_p("text") || !__builtin_constant_p(3) || __builtin_constant_p(x))
		reach_error();
	if (0x1.00000000000000000000000000000001p0 != 1.0 || 0x1.fffffefffffffffffp0f != 0x1.fffffep0f)
		reach_error();
#ifdef VALUE
	if (0x123456789abcdef0123456789p-40 < 1e17)
		reach_error();
#endif
	return 0;
}
