// check --data-model ILP32: safe
// For 32 bits, GNU's `__alignof__` tells the alignment that numbers have outside structs, and `_Alignof` the one within.
struct s { double d; long long l; } v;
double g, a[3];
_Static_assert(__alignof__(long long) == 8 && _Alignof(long long) == 4, "");
_Static_assert(__alignof__(double) == 8 && _Alignof(double) == 4 && __alignof__(int) == 4, "");
_Static_assert(__alignof__(struct s) == 4 && sizeof(struct { char c; double d; }) == 12, "");

int main(void)
{
	_Static_assert(__alignof__(g) == 8 && __alignof__ g == 8 && __alignof__(v.d) == 4, "");
	_Static_assert(__alignof__(double[3]) == 8 && __alignof__(a) == 8 && __alignof__(a[1]) == 8, "");
	_Static_assert(__alignof__(__typeof__(g)) == 8 && _Alignof(__typeof__(g)) == 4 && _Alignof(double[3]) == 4, "");
	return 0;
}
