// The near pairs of shapes of an advance: boxes of shapes, and the order of pairs.
#ifndef CD_WORLD_PAIRS_H
#define CD_WORLD_PAIRS_H

#include "foundation/geometry/boxes.h"
#include "world/step_work.h"

// Two shapes that may touch in an advance: bodies by their numbers, shapes by their indices in them.
typedef struct cdNearPair {
    int32_t bodyA, bodyB, shapeA, shapeB; // bodyA < bodyB
} cdNearPair;

// Returns the order of a pair and a near pair: below 0, 0, or above 0.
int cdComparePairs(const cdWorldPair *pair, cdNearPair near);

// True for a pair that persists through the advance.
static inline bool cdIsTiedPair(const cdWorldPair *pair) {
    return pair->touches || pair->arrives;
}

// Returns the box of a mesh at a pose, wider by a length on each side.
cdBox3 cdGetMeshBox(const cdMesh *mesh, cdPose pose, double wider);

// Returns the distance beyond a shape's triangles within which its contact points are sought.
double cdGetShapeReach(const cdWorld *world, const cdWorldShape *shape);

// --- near_shapes.c

// Reserves room for this many near pairs, and keeps those there are. False: no memory.
bool cdReserveNearPairs(cdWorld *world, int32_t count);
// Adds the near pairs of shapes of two bodies to world->nearPairs. `at`: index into the
// world's pairs up to which all precede these; moves on. False: no memory.
bool cdListNearShapes(cdWorld *world, int32_t bodyA, int32_t bodyB, int32_t *at);

#endif
