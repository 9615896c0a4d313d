// check --entry itself: unsafe null-dereference@14
// check --entry bits: unsafe assertion@18
// check --entry tagged: safe
// check --entry kids: unknown
// check --entry nothing: safe
// check --entry given: unsafe assertion@38
// check --entry many: unsafe assertion@44
// check --entry alias: unsafe assertion@55
// Arguments of odd types: unions that lead to themselves, bit-fields before pointers, members without a length, structs
// without members, rows of pointers.
#include <assert.h>

union self { union self *next; int x; };
int itself(union self *p) { return p->next->x; }

struct bits { int a : 3; int b : 4; struct bits *next; int c; };
int bits(struct bits *p) {
	if (p && p->next) assert(p->next->c != 5 || p->b != 2);
	return 0;
}

union value { struct { int tag; union value *list; } a; struct { int tag; char *text; } b; double d; };
int tagged(union value x) { return x.a.tag == x.b.tag ? 0 : 1; }

struct kids { int count; struct kids *kids[]; };
int kids(struct kids *p) { return p && p->count > 1 ? p->kids[0] != 0 : 0; }

struct empty {};
struct holder { struct empty none; struct empty *one; union {} u; int : 0; int : 3; char c; };
int nothing(struct holder *x, struct empty *y, enum { A, B } *z) { return x && y && z && x->c; }

typedef int (*function)(int);
struct functions { function all[3]; function (*get)(function); char *names[2][2]; };
int given(struct functions *x, char *rows[2][2]) {
	char *name = x->names[1][0], *row = rows[0][1];
	if (!name || !row)
		return 0;
	assert(name[0] != 'a' || row[0] != 'b');
	return 0;
}

struct large { int n; struct empty *rest[100]; struct bits *far[80]; };
int many(struct large *p) {
	assert(!p->far[70] || p->far[70]->c != 3);
	return 0;
}

// Objects that are too far away to be made may be one and the same, or not.
struct fork { struct fork *left, *right; };
int alias(struct fork *p) {
	if (!p || !p->left || !p->left->left)
		return 0;
	struct fork *last = p->left->left, *left = last->left, *right = last->right;
	int is_near = left == p || right == p || left == p->left || right == p->left || left == last || right == last;
	assert(!left || !right || is_near || left == right);
	return 0;
}
