#define BUG
#include "machine.c"
