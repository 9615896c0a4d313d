// check: safe
// check -DSAME: unsafe assertion@35
// check -DFAR: unsafe assertion@37
// check -DLEAVES: unsafe assertion@39
// check -DFOLLOWS: unsafe assertion@41
// Large structs with large arrays that are defined elsewhere cost what the program looks at. Any two elements of an array
// may lead to one object, also those far behind its start.
#include <assert.h>

struct list_head { struct list_head *next, *prev; };
struct page { int flags; };
struct lock { union { struct { unsigned owner; void *holder; } held; struct { char padding[8]; void *map; }; }; };
struct module {
	struct list_head list;
	struct module *users[64];
	struct { struct page *first; struct lock lock; int count; } parts[56];
	struct page *pages[100];
	unsigned long counters[90];
	union { struct page *page; unsigned long word; };
	int (*init)(struct module *);
};
extern struct module __this_module;
extern struct module *default_module;
struct task { struct task *parent; int pid; };
extern struct task *table[72];

int main(void)
{
	if (default_module && default_module->init && default_module->parts[7].count == 8)
		return 1;
	if (__this_module.parts[55].first && __this_module.list.next == &__this_module.list)
		return 2;
	assert(!table[70] || &table[70]->pid != &__this_module.parts[3].count);
#ifdef SAME
	assert(!table[2] || table[2] != table[3]);
#elif defined FAR
	assert(!table[70] || table[70] != table[3]);
#elif defined LEAVES
	assert(__this_module.pages[40] == 0 || __this_module.counters[89] != 3);
#elif defined FOLLOWS
	assert(!table[70] || table[70]->pid != 5);
#endif
	return 0;
}
