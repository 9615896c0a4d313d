/* Small matrices of doubles: products, transposition, rows that change places, and solving by elimination. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct matrix {
    int rows, columns;
    double *cells;
};

static int matrix_init(struct matrix *m, int rows, int columns)
{
    m->rows = rows;
    m->columns = columns;
    m->cells = calloc((size_t)rows * columns, sizeof *m->cells);
    return m->cells != NULL;
}

static void matrix_free(struct matrix *m)
{
    free(m->cells);
    m->cells = NULL;
}

static double *matrix_at(const struct matrix *m, int row, int column)
{
#ifdef BUG
    return &m->cells[row * m->rows + column];
#else
    return &m->cells[row * m->columns + column];
#endif
}

static int matrix_multiply(struct matrix *out, const struct matrix *a, const struct matrix *b)
{
    if (a->columns != b->rows || !matrix_init(out, a->rows, b->columns))
        return 0;
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->columns; j++) {
            double sum = 0;
            for (int k = 0; k < a->columns; k++)
                sum += *matrix_at(a, i, k) * *matrix_at(b, k, j);
            *matrix_at(out, i, j) = sum;
        }
    return 1;
}

static int matrix_transpose(struct matrix *out, const struct matrix *m)
{
    if (!matrix_init(out, m->columns, m->rows))
        return 0;
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->columns; j++)
            *matrix_at(out, j, i) = *matrix_at(m, i, j);
    return 1;
}

static void matrix_swap_rows(struct matrix *m, int a, int b)
{
    for (int j = 0; j < m->columns; j++) {
        double kept = *matrix_at(m, a, j);
        *matrix_at(m, a, j) = *matrix_at(m, b, j);
        *matrix_at(m, b, j) = kept;
    }
}

/* Brings a matrix into the form of steps; gives its rank. */
static int matrix_eliminate(struct matrix *m)
{
    int rank = 0;
    for (int column = 0; column < m->columns && rank < m->rows; column++) {
        int pivot = rank;
        while (pivot < m->rows && *matrix_at(m, pivot, column) == 0)
            pivot++;
        if (pivot == m->rows)
            continue;
        if (pivot != rank)
            matrix_swap_rows(m, pivot, rank);
        for (int i = rank + 1; i < m->rows; i++) {
            double factor = *matrix_at(m, i, column) / *matrix_at(m, rank, column);
            for (int j = column; j < m->columns; j++)
                *matrix_at(m, i, j) -= factor * *matrix_at(m, rank, j);
        }
        rank++;
    }
    return rank;
}

int main(void)
{
    struct matrix a, b, product, turned;
    assert(matrix_init(&a, 2, 3) && matrix_init(&b, 3, 2));
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++) {
            *matrix_at(&a, i, j) = i == j;
            *matrix_at(&b, j, i) = i + 2 * j;
        }
    double x = __VERIFIER_nondet_uchar();
    *matrix_at(&a, 0, 2) = x;
    assert(matrix_multiply(&product, &a, &b));
    assert(product.rows == 2 && product.columns == 2);
    assert(*matrix_at(&product, 0, 0) == 4 * x);
    assert(*matrix_at(&product, 1, 1) == 3);
    assert(matrix_transpose(&turned, &a));
    assert(turned.rows == 3 && *matrix_at(&turned, 2, 0) == x);
    assert(!matrix_multiply(&turned, &a, &a));
    matrix_swap_rows(&b, 0, 2);
    assert(*matrix_at(&b, 0, 0) == 4 && *matrix_at(&b, 2, 1) == 1);
    assert(matrix_eliminate(&b) == 2);
    matrix_free(&a);
    matrix_free(&b);
    matrix_free(&product);
    matrix_free(&turned);
    return 0;
}
