// Memory that grows and shrinks, copies of strings, numbers in strings, random numbers.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

struct list {
    int *numbers;
    size_t count, room;
};

static void push(struct list *list, int x)
{
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 1;
        list->numbers = realloc(list->numbers, list->room * sizeof(int));
    }
    list->numbers[list->count++] = x;
}

int main(void)
{
    struct list list = {0};
    int start = __VERIFIER_nondet_int() % 1000;
    for (int i = 0; i < 9; i++)
        push(&list, start + i * i);
    long sum = 0;
    for (size_t i = 0; i < list.count; i++)
        sum = sum * 3 + list.numbers[i];
    printf("%ld %d\n", sum, (int)list.room);
    list.numbers = (int *)realloc(list.numbers, 2 * sizeof *list.numbers);
    printf("%d %d\n", list.numbers[0], list.numbers[1]);
    free(list.numbers);

    char word[8] = "kyklos";
    word[2] = __VERIFIER_nondet_char();
    char *copy = strdup(word), *part = strndup(word, 3), buffer[20] = "<";
    strncat(buffer, copy, 4);
    strncat(buffer, part, 40);
    printf("%d %d %d\n", (int)strlen(copy), (int)strlen(part), (int)strlen(buffer));
    for (char *c = buffer; *c; c++)
        printf("%d\n", *c);
    char **words = malloc(3 * sizeof(char *));
    words[0] = copy;
    words = realloc(words, 4 * sizeof(char *));
    words[3] = part;
    printf("%d %d\n", words[0] == copy, (int)strlen(words[3]));
    free(words);
    free(copy);
    free(part);

    char digits[8] = " \t-12x9";
    digits[5] = '0' + start % 10;
    printf("%d %ld %lld\n", atoi(digits), atol("+77 1"), atoll("-9223372036854775808"));
    printf("%d %d %d %d\n", atoi("2147483647"), atoi("-2147483648"), atoi("--1"), atoi(""));
    printf("%d %ld %lld\n", abs(start), labs(-5L), llabs((long long)start * start));
    time_t now, again = 0;
    srand(start);
    int random = rand(), other = rand();
    printf("%d\n", random >= 0 && other >= 0 && random <= RAND_MAX);
    again = time(&now);
    printf("%d\n", again == now);
    return (int)sum;
}
