// check: safe
// check -DBUG: unsafe null-dereference@12
// check -DMANY: unknown
// Programs that look at a few arguments are proved for any number of them; what the fifth one says stays open.
int main(int argc, char **argv)
{
    int n = 0;
    if (argc > 2 && argv[1][0] == '-')
        n = argv[2][0];
#ifdef BUG
    if (argc > 1)
        n = argv[2][0];
#endif
#ifdef MANY
    for (int i = 1; i < argc; i++)
        n += argv[i][0] == '-';
#endif
    return argv[argc] != 0 ? n / 0 : 0;
}
