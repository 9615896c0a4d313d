// check: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
typedef const int *numbers;
typedef const struct { int x; } *reads;
typedef int matrix[2][2];
extern void show(const int *p, int const *const q, numbers r);
extern void table(const int a[], const int (*rows)[2], const matrix m);
extern int read_one(reads r, char *const *texts);
extern void old_log(char *text);
struct pair { int x; };
int main(void)
{
    int a[2] = {1, 2}, m[2][2] = {{1, 2}, {3, 4}};
    char digits[] = "17";
    char *text = "text";
    show(a, &a[1], a);
    table(a, m, m);
    read_one(0, 0);
    // What a pointer points to that is null, and what is constant, does not change.
    old_log(text);
    old_log("text");
    old_log(0);
    int n = atoi(digits);
    int c = memcmp(a, m, sizeof(a));
    double d = sqrt(2.0);
    assert(a[0] == 1 && a[1] == 2 && m[1][1] == 4 && digits[1] == '7' && text[0] == 't');
    return n < c;
}
