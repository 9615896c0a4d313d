#define BUG
#include "builder.c"
