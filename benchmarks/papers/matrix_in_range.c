/* MatrIR: does some row of the upper triangle of an m x n matrix have more than
   15 elements strictly between 10 and 100? [apc, appendix A]
   Target: reachable. Entry: matrix_in_range */
extern void reach_error(void);

#define COLUMNS 1048576

void matrix_in_range(const int matrix[][COLUMNS], int m, int n)
{
    int row_found = 0;

    if (n > COLUMNS)
        return;
    for (int row = 0; row < m; ++row) {
        int count = 0;

        for (int column = row; column < n; ++column)
            if (matrix[row][column] > 10 && matrix[row][column] < 100)
                ++count;
        if (count > 15) {
            row_found = 1;
            break;
        }
    }
    if (m > 20 && n > 20 && row_found == 1)
        reach_error();
}
