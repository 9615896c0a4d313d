// check: unsafe uninitialized@13
// check --check assert: unsafe assertion@14
// The second round enters the block behind the declaration: the variable has no value.
void __VERIFIER_assert(int condition);
int main(void)
{
    for (int i = 0; i < 3; i++) {
        switch (i) {
        case 0:;
            int x = 1;
            break;
        case 1:
            x = x + 1;
            __VERIFIER_assert(x == 2);
        }
    }
    return 0;
}
