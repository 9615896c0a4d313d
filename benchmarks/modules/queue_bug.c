#define BUG
#include "queue.c"
