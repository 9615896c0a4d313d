#define BUG
#include "list.c"
