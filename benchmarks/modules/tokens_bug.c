#define BUG
#include "tokens.c"
