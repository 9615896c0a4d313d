#include <five.h>
int part(void) { return FIVE + EXTRA; }
