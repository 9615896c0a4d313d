// Functions that say no type and give no value back, as old programs have them: nobody uses what they do not give.
#include <stdio.h>

static int total;

static count(int by)
{
    total += by;
}

static int *note(const char *what)
{
    printf("%d %d\n", what[0], total);
    if (total > 3)
        return;
    total++;
}

int main(void)
{
    total = 0;
    count(2);
    note("first");
    count(5);
    note("then");
    return total;
}
