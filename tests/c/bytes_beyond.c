// check: unsafe out-of-bounds@7
// A number of four bytes does not lie in three.
int main(void)
{
    char text[6] = "";
    int *p = (int *)(text + 3);
    return *p;
}
