// check --check null: unsafe invalid-free@7
extern void free(void *);
struct box { int *p; };
int main(void)
{
    struct box box;
    free(box.p);
    return 0;
}
