#include "foundation/memory/hooks.h"
#include "world/step_work.h"
void cdEndDrag(cdWorld *world, int32_t body) {
    if (body >= world->dragCount || world->drags[body] == NULL) return;
    cdFree(world->drags[body]->pairs);
    cdFree(world->drags[body]);
    world->drags[body] = NULL;
}
