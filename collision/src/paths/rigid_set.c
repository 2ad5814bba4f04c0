// Checks and bounds of a rigid set among obstacles; see rigid_set.h.
#include "paths/rigid_set.h"
#include "foundation/geometry/boxes.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"

cdReason cdCheckRigidSet(const cdRigidSet *set) {
    if (set->shapeCount < 1 || !CD_REQUIRE(set->shapes != NULL)) return CD_REASON_INPUT;
    if (set->obstacleCount < 0) return CD_REASON_INPUT;
    if (set->obstacleCount > 0 && !CD_REQUIRE(set->obstacles != NULL)) return CD_REASON_INPUT;
    for (int32_t i = 0; i < set->shapeCount; i++)
        if (!CD_REQUIRE(set->shapes[i].mesh != NULL)) return CD_REASON_INPUT;
    for (int32_t i = 0; i < set->obstacleCount; i++)
        if (!CD_REQUIRE(set->obstacles[i].mesh != NULL)) return CD_REASON_INPUT;
    return CD_REASON_NONE;
}

static cdBox3 boundObstacle(const cdObstacle *other) {
    cdMeshInfo info = cdGetMeshInfo(other->mesh);
    cdVec3 center = cdTransformPoint(other->pose, info.center);
    cdVec3 half = cdScale(0.5, cdSub(info.bounds.upper, info.bounds.lower));
    static const cdVec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    double reach[3];
    for (int k = 0; k < 3; k++) {
        cdVec3 axis = cdInvRotate(other->pose.q, axes[k]);
        reach[k] =
            fabs(axis.x) * half.x + fabs(axis.y) * half.y + fabs(axis.z) * half.z + info.roundingRadius;
    }
    cdVec3 size = {reach[0], reach[1], reach[2]};
    return (cdBox3){cdSub(center, size), cdAdd(center, size)};
}

cdBox3 cdBoundObstacles(const cdRigidSet *set) {
    cdBox3 bounds = boundObstacle(&set->obstacles[0]);
    for (int32_t i = 1; i < set->obstacleCount; i++) {
        cdBox3 own = boundObstacle(&set->obstacles[i]);
        bounds = cdJoinBoxes(&bounds, &own);
    }
    return bounds;
}

double cdGetSphereGap(const cdBox3 *box, cdVec3 center, double radius) {
    cdVec3 low = cdSub(box->lower, center), high = cdSub(center, box->upper);
    double gap = cdMax(cdMax(low.x, high.x), cdMax(low.y, high.y));
    return cdMax(gap, cdMax(low.z, high.z)) - radius;
}
