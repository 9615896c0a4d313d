/* MatrIR_dyn: as MatrIR, but the limits of the range and of the count are inputs:
   does some row of the upper triangle of an m x n matrix have more than `limit`
   elements strictly between `low` and `high`? [compact, table 1]
   Target: reachable. Entry: matrix_in_range_dynamic */
extern void reach_error(void);

#define COLUMNS 1048576

void matrix_in_range_dynamic(const int matrix[][COLUMNS], int m, int n, int low, int high, int limit)
{
    int row_found = 0;

    if (n > COLUMNS)
        return;
    for (int row = 0; row < m; ++row) {
        int count = 0;

        for (int column = row; column < n; ++column)
            if (matrix[row][column] > low && matrix[row][column] < high)
                ++count;
        if (count > limit) {
            row_found = 1;
            break;
        }
    }
    if (m > 20 && n > 20 && limit > 15 && row_found == 1)
        reach_error();
}
