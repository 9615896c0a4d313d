// check: unsafe dangling-pointer@18
struct holder {
    int *kept;
};
static void keep(struct holder *holder, int *p)
{
    holder->kept = p;
}
int main(void)
{
    struct holder holder;
    int outer = 1;
    keep(&holder, &outer);
    if (outer) {
        int inner = 2;
        keep(&holder, &inner);
    }
    return *holder.kept;
}
