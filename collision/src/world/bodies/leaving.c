// Removes bodies that leave the world's bounds.
//
// Input: the poses at the end of a step. Output: each dynamic body whose centroid is outside is removed, in
// the order of their indices. First its contacts end, with an event each, then an event reports that it left.
#include "world/step_work.h"

static bool isWithin(cdVec3 p, const cdBox3 *box) {
    return p.x >= box->lower.x && p.x <= box->upper.x && p.y >= box->lower.y && p.y <= box->upper.y &&
           p.z >= box->lower.z && p.z <= box->upper.z;
}

static void leave(cdWorld *world, int32_t body) {
    cdTakeOut(world, body);
    world->bodies[body].left = true;
    cdNoteBodyEvent(world, CD_EVENT_LEFT_WORLD, world->time, body);
}

void cdLetLeave(cdWorld *world) {
    const cdBox3 *bounds = &world->def.bounds;
    if (!(bounds->lower.x < bounds->upper.x)) return; // zeroed: no bounds
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        if (!cdIsDynamic(body)) continue;
        if (!isWithin(cdGetCentroid(body, body->pose), bounds)) leave(world, i);
    }
}
