/* The kinds of shapes. */
#include "shapes.h"
#include <stdlib.h>

struct rectangle {
    struct shape shape;
    int width, height;
};

struct polygon {
    int corners;
    struct shape shape;
};

static const struct rectangle *rectangle_of(const struct shape *s)
{
    return container_of(s, struct rectangle, shape);
}

static long rectangle_area(const struct shape *s)
{
    return (long)rectangle_of(s)->width * rectangle_of(s)->height;
}

static int rectangle_grow(struct shape *s, int by)
{
    struct rectangle *r = container_of(s, struct rectangle, shape);
    if (by < 0 && (r->width + by < 0 || r->height + by < 0))
        return 0;
    r->width += by;
    r->height += by;
    return 1;
}

static void rectangle_discard(struct shape *s) { free(container_of(s, struct rectangle, shape)); }

static long polygon_area(const struct shape *s)
{
    (void)s;
    return 0;
}

static void polygon_discard(struct shape *s)
{
#ifdef BUG
    free(s);
#else
    free(container_of(s, struct polygon, shape));
#endif
}

static const struct shape_class rectangle_class = {
    "rectangle", rectangle_area, rectangle_grow, rectangle_discard};
static const struct shape_class square_class = {"square", rectangle_area, rectangle_grow, rectangle_discard};
static const struct shape_class polygon_class = {"polygon", polygon_area, NULL, polygon_discard};

static struct shape *boxed(const struct shape_class *class, int id, int width, int height)
{
    struct rectangle *r = malloc(sizeof *r);
    if (!r)
        return NULL;
    r->shape.class = class;
    r->shape.id = id;
    r->width = width;
    r->height = height;
    return &r->shape;
}

struct shape *rectangle_new(int id, int width, int height) { return boxed(&rectangle_class, id, width, height); }
struct shape *square_new(int id, int side) { return boxed(&square_class, id, side, side); }

struct shape *polygon_new(int id, int corners)
{
    struct polygon *p = malloc(sizeof *p);
    if (!p)
        return NULL;
    p->corners = corners;
    p->shape.class = &polygon_class;
    p->shape.id = id;
    return &p->shape;
}
