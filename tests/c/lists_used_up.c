// check --entry printed_again: unknown
// check --entry taken_again: unknown
// check --entry taken_by_both: unknown
// check --entry by_its_address: safe
// check --entry copied_first: safe
// check --entry only_copied: safe
// A list of arguments that a call took arguments out of leads to those behind them, where `va_list` is an array, and C does not
// say so: what runs do that use it again is left open.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int next(va_list list) { return va_arg(list, int); }
static int next_of(va_list *list) { return va_arg(*list, int); }
static int length(const char *format, va_list list)
{
	va_list copy;
	va_copy(copy, list);
	int n = vsnprintf(0, 0, format, copy);
	va_end(copy);
	return n;
}

static int print_twice(char *to, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	vsprintf(to, format, list);
	vsprintf(to + strlen(to), format, list);
	va_end(list);
	return 0;
}
static int two(int n, ...)
{
	va_list list;
	va_start(list, n);
	int first = next(list), second = next(list);
	va_end(list);
	return 10 * first + second;
}
static int both(int n, ...)
{
	va_list list;
	va_start(list, n);
	int first = next(list), second = va_arg(list, int);
	va_end(list);
	return 10 * first + second;
}
static int addressed(int n, ...)
{
	va_list list;
	va_start(list, n);
	int first = next_of(&list), second = next_of(&list);
	va_end(list);
	return 10 * first + second;
}
static int copies(int n, ...)
{
	va_list list, copy;
	va_start(list, n);
	va_copy(copy, list);
	int first = next(list), second = next(copy);
	va_end(copy);
	va_end(list);
	va_start(list, n);
	first += next(list);
	va_end(list);
	return 10 * first + second;
}
static int measured(char *to, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	int n = length(format, list), m = vsprintf(to, format, list);
	va_end(list);
	return n - m;
}

int printed_again(void) { char text[9]; print_twice(text, "%d", 1, 2); assert(!strcmp(text, "12")); return 0; }
int taken_again(void) { assert(two(0, 1, 2) == 12); return 0; }
int taken_by_both(void) { assert(both(0, 1, 2) == 12); return 0; }
int by_its_address(void) { assert(addressed(0, 1, 2) == 12); return 0; }
int copied_first(void) { assert(copies(0, 1, 2) == 21); return 0; }
int only_copied(void) { char text[9]; assert(measured(text, "%d", 12) == 0); return 0; }
