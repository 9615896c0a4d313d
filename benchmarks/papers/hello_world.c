/* HW: does a zero-terminated input contain "Hello" and "World", in any order?
   One search for each word. [apc, appendix A]
   Target: reachable. Entry: hello_world */
extern void reach_error(void);

void hello_world(const char *text)
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

    if (hello_found == 1 && world_found == 1)
        reach_error();
}
