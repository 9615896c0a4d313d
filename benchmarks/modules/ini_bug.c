#define BUG
#include "ini.c"
