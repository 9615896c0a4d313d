// Functions that look for something in strings and memory.
#include <stdio.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int at(const char *base, const char *found)
{
    return found ? (int)(found - base) : -1;
}

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

int main(void)
{
    char text[12] = "abcabcab";
    char c = __VERIFIER_nondet_char();
    char d = __VERIFIER_nondet_char();
    unsigned place = __VERIFIER_nondet_uint() % 8;
    text[place] = c;
    for (int k = 0; k < 3; k++) {
        char wanted = k == 0 ? c : k == 1 ? 'b' : '\0';
        printf("%d %d\n", at(text, strchr(text, wanted)), at(text, strrchr(text, wanted)));
        printf("%d\n", at(text, memchr(text, wanted, place)));
    }
    printf("%d %d\n", at(text, strchr(text, 'z')), at(text, strrchr(text, 'z')));
    char two[3] = {'c', c};
    printf("%d %d %d\n", at(text, strstr(text, "ca")), at(text, strstr(text, two)), at(text, strstr(text, "")));
    printf("%d %d\n", at(text, strstr(text, "abcabcabc")), at("", strstr("", "a")));
    printf("%d %d\n", (int)strspn(text, "cab"), (int)strspn(text, ""));
    printf("%d %d\n", (int)strcspn(text, two), (int)strcspn(text, "z"));
    printf("%d %d\n", at(text, strpbrk(text, two + 1)), at(text, strpbrk(text, "xyz")));
    printf("%d %d\n", (int)strnlen(text, place), (int)strnlen(text, 100));
    char other[12] = "abcabcab";
    other[7] = d;
    printf("%d %d\n", sign(memcmp(text, other, 8)), sign(memcmp(text, other, place)));
    int left[3] = {1, 256 + c, 3}, right[3] = {1, 256 + d, 2};
    printf("%d %d\n", sign(memcmp(left, right, sizeof left)), memcmp(left, right, sizeof(int)));
    unsigned char bytes[4] = {200, 100, 0, 7};
    unsigned char *zero = memchr(bytes, 256, 4);
    printf("%d %d\n", (int)(zero - bytes), memchr(bytes, -56, 4) == bytes);
    return sign(strncmp(text, other, place + 1));
}
