#define BUG
#include "arguments.c"
