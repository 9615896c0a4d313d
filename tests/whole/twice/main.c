// check: refused `limit` is defined twice
int limit = 1;
int main(void) { return limit; }
