// check: safe
// check -DTOO_MANY: unsafe out-of-bounds@33
// check -DPRODUCT: unsafe out-of-bounds@35
// check -DNULL_BUFFER: unsafe null-dereference@37
// check -DGONE: unsafe dangling-pointer@39
// check -DLITERAL: unsafe out-of-bounds@41
// check -DSENT: unsafe out-of-bounds@43
// check -DPARTS: unsafe out-of-bounds@46
// Functions that write or send memory read it.
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
size_t nondet_size_t(void);
struct pair {
    char name[4];
    int *next;
};

int main(void)
{
    int row[3] = {1, 2, 3}, rows[2][3] = {{0}};
    struct pair pair = {"abc", row};
    size_t n = nondet_size_t();
    if (n > 3) return 0;
    fwrite(row, sizeof *row, n, stdout);
    fwrite(&pair, sizeof pair, 1, stdout);
    fwrite(&rows[0][0], sizeof rows, 1, stdout);
    fwrite("abc", 1, 4, stdout);
    write(1, NULL, 0);
#if defined TOO_MANY
    write(1, row, sizeof row + n);
#elif defined PRODUCT
    fwrite(row, sizeof *row, n + 1, stdout);
#elif defined NULL_BUFFER
    fwrite(NULL, 1, 2, stdout);
#elif defined GONE
    char *p = malloc(4); free(p), pwrite(1, p, 4, 0);
#elif defined LITERAL
    write(1, "abc", 5);
#elif defined SENT
    sendto(1, pair.name, sizeof pair + 1, 0, NULL, 0);
#elif defined PARTS
    struct iovec parts[2] = {{row, sizeof row}, {pair.name, sizeof pair + 1}};
    writev(1, parts, 2);
#endif
    return 0;
}
