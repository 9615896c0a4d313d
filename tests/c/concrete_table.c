// check: safe
// check --technique classic: safe
// All iterations are concrete: executing them is easier than any formula.
void __VERIFIER_assert(int condition);
static unsigned table[32];
int main(void)
{
    for (unsigned i = 0; i < 32; i++) {
        unsigned c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        table[i] = c;
    }
    __VERIFIER_assert(table[0] == 0 && table[31] == 0x8d080df5u);
    return 0;
}
