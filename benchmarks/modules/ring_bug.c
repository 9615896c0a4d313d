#define BUG
#include "ring.c"
