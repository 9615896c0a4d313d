struct list;
struct list *push(struct list *, int);
int sum(const struct list *);
int first(const struct list *);
extern int total;
extern int (*hook)(int);
int add_two(int);
int call_hook(int);
