// The near pairs of shapes of an advance: boxes of shapes, and the order of pairs.
#ifndef CD_WORLD_PAIRS_H
#define CD_WORLD_PAIRS_H

#include "foundation/geometry/boxes.h"
#include "world/step_work.h"

// Two shapes that may touch in an advance: bodies by their numbers, shapes by their indices in them. Not in
// the order of a pair: bodyA < bodyB. Pairs are ordered by these numbers.
typedef struct cdNearShapes {
    int32_t bodyA, bodyB, shapeA, shapeB;
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
    return pair->bodyA < pair->bodyB ? (cdNearShapes){pair->bodyA, pair->bodyB, pair->shapeA, pair->shapeB}
                                     : (cdNearShapes){pair->bodyB, pair->bodyA, pair->shapeB, pair->shapeA};
}

// A pair as contacts and events show it: the index of A is below that of B.
typedef struct cdShownPair {
    cdBodyId bodyA, bodyB;
    int32_t shapeA, shapeB;
    bool turned; // true if the pair has the other order
} cdShownPair;

static inline cdShownPair cdShowPair(const cdWorld *world, const cdWorldPair *pair) {
    cdNearShapes near = cdGetNearPair(pair);
    return (cdShownPair){.bodyA = cdGetBodyId(world, near.bodyA),
                         .bodyB = cdGetBodyId(world, near.bodyB),
                         .shapeA = near.shapeA,
                         .shapeB = near.shapeB,
                         .turned = near.bodyA != pair->bodyA};
}

// Returns a normal of the pair, or a force on its A, as it is shown. Zero stays positive.
static inline cdVec3 cdShowVector(const cdShownPair *shown, cdVec3 v) {
    return shown->turned ? cdSub((cdVec3){0.0, 0.0, 0.0}, v) : v;
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
