// check: safe
// Arrays in structs that calls return can be looked at.
#include <assert.h>
#include <string.h>
struct name { int key; char text[6]; };
struct names { struct name all[2]; };
static struct name make(int key)
{
    struct name name = {key, "x"};
    name.text[1] = (char)('a' + key);
    return name;
}
static struct names both(void)
{
    struct names names = {{make(1), make(2)}};
    return names;
}
int main(void)
{
    assert(make(4).text[1] == 'e');
    assert(!strcmp(make(1).text, "xb") && strlen(make(3).text) == 2);
    assert(both().all[1].key == 2 && both().all[0].text[1] == 'b');
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += make(i).text[1] - 'a';
    assert(sum == 3);
    return 0;
}
