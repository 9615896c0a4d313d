/* More text than any disk holds: each of 200 levels includes the next one twice. */
#include "endless_include.c"
int x;
#include "endless_include.c"
