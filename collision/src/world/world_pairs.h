// The near pairs of shapes of an advance: boxes of shapes, and the order of pairs.
#ifndef CD_WORLD_PAIRS_H
#define CD_WORLD_PAIRS_H

#include "foundation/geometry/boxes.h"
#include "world/step_work.h"

// Two shapes that may touch in an advance: bodies by their numbers, shapes by their indices in them.
typedef struct cdNearShapes {
    int32_t bodyA, bodyB, shapeA, shapeB; // bodyA < bodyB
} cdNearShapes;

// Data of a pair for loops over all of them, which need not visit the pairs of still bodies themselves.
typedef struct cdPairEntry {
    cdNearShapes near;
    int32_t pointCount;
    bool passes;
    // Its contacts in world->contacts, and the maximum position error of those that push, at least 0.
    int32_t firstContact, contactCount;
    double drift;
} cdPairEntry;

static inline cdNearShapes cdGetNearPair(const cdWorldPair *pair) {
    return (cdNearShapes){pair->bodyA, pair->bodyB, pair->shapeA, pair->shapeB};
}

// Returns the order of two near pairs: below 0, 0, or above 0.
int cdComparePairs(const cdNearShapes *one, const cdNearShapes *other);

// True if one of the two bodies is active.
static inline bool cdIsActivePair(const cdWorld *world, const cdNearShapes *pair) {
    return world->active[pair->bodyA] != CD_STILL || world->active[pair->bodyB] != CD_STILL;
}

// True for a pair that persists through the advance.
static inline bool cdIsTiedPair(const cdWorldPair *pair) {
    return pair->touches || pair->arrives;
}

// Returns the box of a mesh at a pose, wider by a length on each side.
cdBox3 cdGetMeshBox(const cdMesh *mesh, cdPose pose, double wider);

// --- path_boxes.c

// Finds the pairs of bodies whose paths may come near each other.
cdBroadPhaseUpdate cdUpdateBoxes(cdWorld *world);
// Returns the distance by which a shape extends beyond its triangles.
double cdGetOffset(const cdWorld *world, const cdWorldShape *shape);
// Returns the distance beyond a shape's triangles within which its contact points are sought.
double cdGetShapeReach(const cdWorld *world, const cdWorldShape *shape);

// --- near_shapes.c

// Reserves room for this many near pairs, and keeps those there are. False: no memory.
bool cdReserveNearPairs(cdWorld *world, int32_t count);
bool cdListNearPair(cdWorld *world, cdNearShapes pair);
// Adds the near pairs of shapes of two bodies to world->nearPairs. `at`: index into the
// world's pairs up to which all precede these; moves on. False: no memory.
bool cdListNearShapes(cdWorld *world, int32_t bodyA, int32_t bodyB, int32_t *at);

#endif
