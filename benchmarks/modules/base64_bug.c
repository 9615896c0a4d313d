#define BUG
#include "base64.c"
