// Lines that are read end within their array, however many there are.
// check: safe
#include <stdio.h>
int main(void) {
  char line[200];
  FILE *file = fopen("lines", "r");
  if (!file) return 1;
  while (fgets(line, sizeof line, file)) printf("%s", line);
  fclose(file);
  return 0;
}
