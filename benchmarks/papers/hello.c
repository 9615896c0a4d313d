/* Does a zero-terminated input contain "Hello"? [apc, appendix A]
   Target: reachable. Entry: hello */
extern void reach_error(void);

void hello(const char *text)
{
    const char word[] = "Hello";
    int found = 0;

    for (int start = 0; text[start] != 0; ++start) {
        int at = start;
        int letter = 0;

        while (word[letter] != 0 && text[at] != 0 && text[at] == word[letter]) {
            ++at;
            ++letter;
        }
        if (word[letter] == 0) {
            found = 1;
            break;
        }
        if (text[at] == 0)
            break;
    }
    if (found == 1)
        reach_error();
}
