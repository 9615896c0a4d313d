/* Insertion sort of any number of elements stays within the array.
   [compact, figure 3]. Target (an access out of bounds): unreachable.
   Entry: insertion_sort_bounds */
extern void *malloc(unsigned long size);

void insertion_sort_bounds(int n)
{
    int *values;

    if (n < 0)
        return;
    values = malloc(n * sizeof(int));
    for (int i = 1; i < n; ++i) {
        int value = values[i];
        int j = i - 1;

        while (j >= 0 && values[j] > value) {
            values[j + 1] = values[j];
            --j;
        }
        values[j + 1] = value;
    }
}
