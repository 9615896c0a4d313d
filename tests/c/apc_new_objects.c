// check --technique apc --check assert: unsafe error-statement@14
// A loop that makes objects is not jumped over: each round is executed.
void *malloc(unsigned long size);
void reach_error(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) {
    struct node *node = malloc(sizeof *node);
    node->value = i;
    node->next = list;
    list = node;
  }
  if (list->next->next->value == 0) reach_error();
  return 0;
}
