// check: unsafe out-of-bounds@4
int main(int argc, char *argv[])
{
    char *last = argv[argc + 1];
    return last != 0;
}
