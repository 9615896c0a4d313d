// check: unsafe out-of-bounds@7
#include <stdio.h>
int main(int argc, char **argv)
{
    char text[3] = "ab";
    if (argc < 4)
        printf("%s", text + argc);
    return 0;
}
