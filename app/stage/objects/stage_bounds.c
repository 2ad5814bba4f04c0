// Computes a sphere around all objects, and the lowest point.
#include "stage/objects/stage_bounds.h"

#include <math.h>

void GetStageBounds(const Stage *stage, cdVec3 *center, double *radius) {
    cdVec3 lower = {INFINITY, INFINITY, INFINITY}, upper = {-INFINITY, -INFINITY, -INFINITY};
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        if (object->removed) continue;
        cdVec3 c = cdTransformPoint(object->home, object->info.center);
        double r = object->info.radius;
        lower = (cdVec3){fmin(lower.x, c.x - r), fmin(lower.y, c.y - r), fmin(lower.z, c.z - r)};
        upper = (cdVec3){fmax(upper.x, c.x + r), fmax(upper.y, c.y + r), fmax(upper.z, c.z + r)};
    }
    if (stage->boxes.present) {
        const cdBox3 *routes = &stage->boxes.bounds;
        lower = (cdVec3){fmin(lower.x, routes->lower.x), fmin(lower.y, routes->lower.y),
                         fmin(lower.z, routes->lower.z)};
        upper = (cdVec3){fmax(upper.x, routes->upper.x), fmax(upper.y, routes->upper.y),
                         fmax(upper.z, routes->upper.z)};
    }
    *center = stage->objectCount ? cdLerp(lower, upper, 0.5) : (cdVec3){0.0, 0.0, 0.0};
    double least = stage->objectCount ? 0.5 * cdLength(cdSub(upper, lower)) : 1.0, reach = least;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        if (!IsObjectPresent(object) || object->body == SCENE_MOVED)
            continue; // its scene keeps it near the others
        cdVec3 c = cdTransformPoint(object->pose, object->info.center);
        double distance = cdLength(cdSub(c, *center)) + object->info.radius;
        if (object->isBody) distance = fmin(distance, 8.0 * least); // it may fall forever
        reach = fmax(reach, distance);
    }
    // Grows in steps, so that values derived from it do not change with every move.
    *radius = least > 0.0 ? least * pow(1.25, ceil(log(reach / least) / log(1.25) - 1e-9)) : 1.0;
}

double GetLowestPoint(const StageObject *object, cdPose pose) {
    const cdBox3 *box = &object->info.bounds;
    double lowest = INFINITY;
    for (int corner = 0; corner < 8; ++corner) {
        cdVec3 local = {corner & 1 ? box->upper.x : box->lower.x, corner & 2 ? box->upper.y : box->lower.y,
                        corner & 4 ? box->upper.z : box->lower.z};
        lowest = fmin(lowest, cdTransformPoint(pose, local).y);
    }
    return lowest;
}

double GetStageFloor(const Stage *stage) {
    return stage->ground.floor;
}
