// check: unsafe assertion@10
#include <assert.h>
extern void fill(int *p);
extern void fill_rows(int (*rows)[3]);
int main(void)
{
    int m[2][3] = {{0}}, k[2][3] = {{0}};
    fill_rows(&m[1]);
    if (m[0][2] != 0 && m[1][0] != 0)
        assert(m[0][1] == 0 || (fill(&k[1][2]), k[0][0] == 0));
    return 0;
}
