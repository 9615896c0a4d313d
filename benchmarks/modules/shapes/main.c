/* Makes shapes of unknown kinds and sizes. */
#include "shapes.h"
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    struct scene scene;
    long area = 0;
    scene_init(&scene);
    for (int id = 1; id <= 3; id++) {
        struct shape *s;
        int size = __VERIFIER_nondet_uchar();
        switch (__VERIFIER_nondet_uchar() % 3) {
        case 0:
            s = rectangle_new(id, 2, size);
            area += 2 * size;
            break;
        case 1:
            s = square_new(id, 3);
            area += 9;
            break;
        default:
            s = polygon_new(id, size);
        }
        assert(s);
        scene_add(&scene, s);
    }
    assert(scene.count == 3 && scene_area(&scene) == area);
    struct shape *second = scene_find(&scene, 2);
    assert(second && second->id == 2);
    if (second->class->grow)
        assert(second->class->grow(second, 1) && scene_area(&scene) > area);
    assert(scene_remove(&scene, 2) && scene.count == 2);
    assert(!scene_remove(&scene, 2));
    scene_clear(&scene);
    assert(scene.count == 0);
    return 0;
}
