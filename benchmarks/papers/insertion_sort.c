/* Insertion sort of a fixed number of elements: the least one comes first.
   [compact, figure 3]. Target: unreachable. Entry: insertion_sort */
extern void reach_error(void);

#define N 5

void insertion_sort(int values[N])
{
    for (int i = 1; i < N; ++i) {
        int value = values[i];
        int j = i - 1;

        while (j >= 0 && values[j] > value) {
            values[j + 1] = values[j];
            --j;
        }
        values[j + 1] = value;
    }
    if (values[0] > values[1])
        reach_error();
}
