// check: safe
// The last number of four bytes that lies in six.
int main(void)
{
    char text[6] = "";
    int *p = (int *)(text + 2);
    *p = 258;
    return text[2] + text[3] == 3 ? 0 : text[7];
}
