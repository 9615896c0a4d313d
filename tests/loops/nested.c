/* A loop in a loop. Entry: count. */
int count(int rows, int columns)
{
    int cells = 0;

    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            ++cells;
    return cells;
}
