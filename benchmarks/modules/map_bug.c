#define BUG
#include "map.c"
