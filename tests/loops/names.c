/* Two variables of one name, a value with a name of its own, and one that has the name of another. Entry: names. */
int names(int n)
{
    int i = 0, sum = 0, before = n + 1, kept[1] = {n};

    while (n > 0) {
        int limit = sum;
        {
            int i = limit + 2;
            sum = i;
        }
        --n;
        if (n == before || n + 5 == kept[0])
            break;
        ++i;
    }
    return i + sum;
}
