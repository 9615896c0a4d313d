#define BUG
#include "tlv.c"
