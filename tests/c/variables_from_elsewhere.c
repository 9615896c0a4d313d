// check: safe
// check -DLEAVES: unsafe assertion@84
// check -DBELOW: unsafe out-of-bounds@87
// check -DNULL_OPTIONAL: unsafe null-dereference@89
// check -DFOLLOWS: unknown
// check -DCALLS: unknown
// check -DMANY: unknown
// check -DSAME: unsafe assertion@99
// check -DNO_ENTRIES: unknown
// Variables that are defined elsewhere are inputs, whatever their types: they are made up as far as the program looks at
// them. Runs that follow what cannot be made up stay open; the others do not suffer.
#include <assert.h>

struct list_head { struct list_head *next, *prev; };
struct page;
struct module {
	int state;
	struct list_head list;
	char name[8];
	unsigned taints : 3, live : 1;
	int (*init)(void);
	void (*exit)(void);
	union { struct page *page; unsigned long word; };
	struct module *users[2];
	struct { struct page *first; int count; } parts[2];
	char args[];
};
extern struct module __this_module;

struct task_struct { volatile long state; void *stack; struct task_struct *parent; struct page *pages[3]; int pid; };
extern struct task_struct *current_task;
register unsigned long stack_pointer asm("rsp");

struct tracepoint_func { void *func; void *data; };
struct tracepoint {
	const char *name;
	struct { int enabled; } key;
	void (*regfunc)(void);
	struct tracepoint_func *funcs;
};
extern struct tracepoint __tracepoint_kmalloc;

struct class;
extern struct class unknown_class;
struct file_operations { struct module *owner; long (*read)(struct page *, char *, long); };
extern const struct file_operations *default_operations;
extern char command_line[];
extern struct task_struct *table[];
extern int optional __attribute__((weak));

struct device { struct class *class; struct file_operations *fops; void (*release)(struct device *); };
struct device *device_create(struct class *class, struct module *owner);
struct tracepoint describe(int number);

static const struct file_operations operations = { .owner = &__this_module };

static void trace(int value)
{
	if (__tracepoint_kmalloc.key.enabled) {
		struct tracepoint_func *it = __tracepoint_kmalloc.funcs;
		if (it) {
			do {
				((void (*)(void *, int))it->func)(it->data, value);
			} while ((++it)->func);
		}
	}
}

int main(void)
{
	assert(operations.owner == &__this_module && operations.read == 0);
	if (current_task && current_task->pid == 7)
		current_task->state = 1;
	if (default_operations && default_operations->read)
		default_operations->read(0, command_line, 3);
	struct device *device = device_create(&unknown_class, &__this_module);
	if (!device)
		return 1;
	unsigned length = 0;
	while (length < 10 && command_line[length])
		length++;
	assert(length <= 10);
#ifdef LEAVES
	assert(current_task == 0 || current_task->pid != 77 || stack_pointer != 8);
#elif defined BELOW
	int at = length < 3 ? -1 : 0;
	return command_line[at];
#elif defined NULL_OPTIONAL
	return optional;
#elif defined FOLLOWS
	if (current_task && current_task->parent && current_task->parent->parent && current_task->parent->parent->parent)
		return current_task->parent->parent->parent->parent->pid;
#elif defined CALLS
	trace(1);
#elif defined MANY
	return __this_module.args[2];
#elif defined SAME
	struct task_struct *task = current_task;
	assert(!task || !task->parent || task->parent->parent != task);
#elif defined NO_ENTRIES
	return table[2]->pid;
#endif
	return 0;
}
