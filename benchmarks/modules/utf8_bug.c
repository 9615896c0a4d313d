#define BUG
#include "utf8.c"
