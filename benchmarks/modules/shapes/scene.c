/* A list of shapes that has no end: its head is a link, too. */
#include "shapes.h"

void scene_init(struct scene *s)
{
    s->shapes.next = s->shapes.previous = &s->shapes;
    s->count = 0;
}

void scene_add(struct scene *s, struct shape *shape)
{
    struct link *last = s->shapes.previous;
    shape->link.next = &s->shapes;
    shape->link.previous = last;
    last->next = &shape->link;
    s->shapes.previous = &shape->link;
    s->count++;
}

struct shape *scene_find(const struct scene *s, int id)
{
    for (struct link *l = s->shapes.next; l != &s->shapes; l = l->next) {
        struct shape *shape = container_of(l, struct shape, link);
        if (shape->id == id)
            return shape;
    }
    return NULL;
}

int scene_remove(struct scene *s, int id)
{
    struct shape *shape = scene_find(s, id);
    if (!shape)
        return 0;
    shape->link.previous->next = shape->link.next;
    shape->link.next->previous = shape->link.previous;
    s->count--;
    shape->class->discard(shape);
    return 1;
}

long scene_area(const struct scene *s)
{
    long area = 0;
    for (struct link *l = s->shapes.next; l != &s->shapes; l = l->next) {
        struct shape *shape = container_of(l, struct shape, link);
        area += shape->class->area(shape);
    }
    return area;
}

void scene_clear(struct scene *s)
{
    while (s->shapes.next != &s->shapes)
        scene_remove(s, container_of(s->shapes.next, struct shape, link)->id);
}
