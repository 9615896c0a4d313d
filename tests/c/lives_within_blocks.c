// check: safe
// All pointers are used while what they point to lives.
int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int condition);
static int *kept;
static int twice(int *p)
{
    return *p + *p;
}
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        int x = i, *p = &x;
        int v[i + 1];
        v[i] = i;
        kept = &v[i];
        sum += twice(p) + *kept;
        {
            int y = 1;
            kept = &y;
            if (i == 2)
                continue;
            sum += *kept;
        }
        kept = p;
        sum += *kept;
        switch (i) {
        case 1: {
            int z = 5;
            kept = &z;
            sum += *kept;
            break;
        }
        default:
            kept = &sum;
            sum += *kept;
        }
    }
    int *q = ({ int inner = 3; sum += inner; &sum; });
    __VERIFIER_assert(*q == sum);
    int n = 0;
again: {
    int w = n;
    kept = &w;
    if (*kept < 3) {
        n++;
        goto again;
    }
    __VERIFIER_assert(w == 3);
}
    return 0;
}
