// Strings: library functions, loops over characters, signed `char`.
#include <stdio.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

static int is_vowel(char c)
{
    switch (c | 32) {
    case 'a': case 'e': case 'i': case 'o': case 'u':
        return 1;
    }
    return 0;
}

static const char *find(const char *text, char wanted)
{
    do {
        if (*text == wanted)
            return text;
    } while (*text++);
    return 0;
}

int main(void)
{
    char line[16] = "Kyklos", other[16] = {0};
    line[1] = __VERIFIER_nondet_char();
    line[3] = __VERIFIER_nondet_char();
    strcpy(other, line);
    strcat(other, "!?");
    int vowels = 0;
    for (int i = 0; other[i] != '\0'; i++)
        vowels += is_vowel(other[i]);
    const char *found = find(line, 'o');
    printf("%d %d %d\n", vowels, (int)strlen(other), found ? (int)(found - line) : -1);
    printf("%d %d\n", strcmp(line, other) < 0, strncmp(line, other, strlen(line)));
    printf("%d %d %d\n", line[1], line[1] < 0, (unsigned char)line[1]);
    memset(other + 2, line[3], 3);
    memcpy(line, other, 6);
    for (int i = 0; i < 8; i++)
        printf("%d\n", line[i]);
    return line[1];
}
