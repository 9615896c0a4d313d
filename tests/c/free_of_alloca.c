// check: unsafe invalid-free@8
void *alloca(unsigned long);
void free(void *);
int main(void)
{
    int *p = alloca(4 * sizeof(int));
    p[0] = 1;
    free(p);
    return 0;
}
