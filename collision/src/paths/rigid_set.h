// A rigid set of meshes among fixed obstacles: checks and bounds that plans and traps share.
#ifndef CD_RIGID_SET_H
#define CD_RIGID_SET_H

#include "collision/slide.h"
#include "foundation/numbers/float_mode.h"

typedef struct cdRigidSet {
    const cdSlideShape *shapes;
    int32_t shapeCount;
    const cdObstacle *obstacles;
    int32_t obstacleCount;
} cdRigidSet;

// Returns the defect of a set, or CD_REASON_NONE. The poses of its meshes are not checked.
cdReason cdCheckRigidSet(const cdRigidSet *set);

// Returns the bounds of all obstacles, at least one.
cdBox3 cdBoundObstacles(const cdRigidSet *set);

// Returns the distance of a sphere from a box along the axis where it is largest; negative: they overlap.
double cdGetSphereGap(const cdBox3 *box, cdVec3 center, double radius);

#endif
