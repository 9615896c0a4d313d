/* Shapes of several kinds behind one interface, in a list that goes through them. */
#ifndef SHAPES_H
#define SHAPES_H
#include <stddef.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer)-offsetof(type, member)))

struct link {
    struct link *next, *previous;
};

struct shape;
struct shape_class {
    const char *name;
    long (*area)(const struct shape *);
    int (*grow)(struct shape *, int by);
    void (*discard)(struct shape *);
};

struct shape {
    const struct shape_class *class;
    struct link link;
    int id;
};

struct shape *rectangle_new(int id, int width, int height);
struct shape *square_new(int id, int side);
struct shape *polygon_new(int id, int corners);

struct scene {
    struct link shapes;
    int count;
};

void scene_init(struct scene *s);
void scene_add(struct scene *s, struct shape *shape);
struct shape *scene_find(const struct scene *s, int id);
int scene_remove(struct scene *s, int id);
long scene_area(const struct scene *s);
void scene_clear(struct scene *s);
#endif
