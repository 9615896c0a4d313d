/* HWM: does a zero-terminated input contain "Hello", "World", "At" and
   "Microsoft!", in any order? One search for each word. [apc, appendix A]
   Target: reachable. Entry: hello_world_at_microsoft */
extern void reach_error(void);

void hello_world_at_microsoft(const char *text)
{
    const char hello[] = "Hello";
    int hello_found = 0;

    for (int start = 0; text[start] != 0; ++start) {
        int at = start;
        int letter = 0;

        while (hello[letter] != 0 && text[at] != 0 && text[at] == hello[letter]) {
            ++at;
            ++letter;
        }
        if (hello[letter] == 0) {
            hello_found = 1;
            break;
        }
        if (text[at] == 0)
            break;
    }

    const char world[] = "World";
    int world_found = 0;

    for (int start = 0; text[start] != 0; ++start) {
        int at = start;
        int letter = 0;

        while (world[letter] != 0 && text[at] != 0 && text[at] == world[letter]) {
            ++at;
            ++letter;
        }
        if (world[letter] == 0) {
            world_found = 1;
            break;
        }
        if (text[at] == 0)
            break;
    }

    const char at_word[] = "At";
    int at_found = 0;

    for (int start = 0; text[start] != 0; ++start) {
        int at = start;
        int letter = 0;

        while (at_word[letter] != 0 && text[at] != 0 && text[at] == at_word[letter]) {
            ++at;
            ++letter;
        }
        if (at_word[letter] == 0) {
            at_found = 1;
            break;
        }
        if (text[at] == 0)
            break;
    }

    const char microsoft[] = "Microsoft!";
    int microsoft_found = 0;

    for (int start = 0; text[start] != 0; ++start) {
        int at = start;
        int letter = 0;

        while (microsoft[letter] != 0 && text[at] != 0 && text[at] == microsoft[letter]) {
            ++at;
            ++letter;
        }
        if (microsoft[letter] == 0) {
            microsoft_found = 1;
            break;
        }
        if (text[at] == 0)
            break;
    }

    if (hello_found == 1 && world_found == 1 && at_found == 1 && microsoft_found == 1)
        reach_error();
}
