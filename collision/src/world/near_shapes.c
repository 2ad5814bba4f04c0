// Finds the shapes of two near bodies that may touch in an advance.
//
// Input: two bodies with their poses and targets. Output: the pairs of their shapes that may come near each
// other, in order. All pairs of shapes are certified on one motion of the bodies, so what is left out must be
// free on it. (1) That motion is the screw of A from its pose to its target relative to B. In B's frame a
// point of A that ends at the distance d from its start follows an arc of the screw's angle: it deviates from
// its chord by at most d / 2 tan(angle / 4), and along the axis, where it does not move uniformly (motion.h),
// by less. So the boxes of a shape at both ends, widened by that, enclose its path. (2) A kinematic body that
// moves may still be slowed (rigid_ways.c), and two of them each follow a screw of their own. On a screw of
// at most half a turn no point is ever farther from its start than at the end. So in B's frame a point of A
// is never farther from its start than by both motions together. (3) Pairs that touch persist. (4) Spheres
// reject most shapes before their boxes are made.
#include "foundation/memory/hooks.h"
#include "foundation/numbers/functions.h"
#include "mesh/mesh_data.h"
#include "world/world_pairs.h"

#include <math.h>

bool cdReserveNearPairs(cdWorld *world, int32_t count) {
    if (count <= world->nearCapacity) return true;
    int32_t capacity = 2 * world->nearCapacity + 64;
    if (capacity < count) capacity = count;
    cdNearShapes *pairs = cdGrowArray(world->nearPairs, world->nearCount, capacity, sizeof *pairs);
    if (pairs == NULL) return false;
    world->nearPairs = pairs;
    world->nearCapacity = capacity;
    return true;
}

bool cdListNearPair(cdWorld *world, cdNearShapes pair) {
    if (!cdReserveNearPairs(world, world->nearCount + 1)) return false;
    world->nearPairs[world->nearCount++] = pair;
    return true;
}

// A motion between two poses: the sine of half its angle, and the angle, at most half a turn.
typedef struct Turn {
    double sine, angle;
} Turn;

static Turn getTurn(cdPose from, cdPose to) {
    cdQuat turn = cdMulQuat(to.q, cdConjugate(from.q));
    double sine = cdMin(1.0, cdLength((cdVec3){turn.x, turn.y, turn.z}));
    return (Turn){sine, 2.0 * cdAsin(sine)};
}

// Returns the maximum distance of the ends of a shape's points from their starts.
static double getChord(const cdWorldShape *shape, cdPose from, cdPose to) {
    cdVec3 way = cdSub(cdTransformPoint(to, shape->center), cdTransformPoint(from, shape->center));
    return cdLength(way) + 2.0 * getTurn(from, to).sine * shape->mesh->radius;
}

// (1)
static cdBox3 getScrewBox(const cdWorld *world, const cdWorldShape *shape, cdPose from, cdPose to) {
    double chord = getChord(shape, from, to);
    double wider = cdGetShapeReach(world, shape) + 0.5 * chord * cdTan(0.25 * getTurn(from, to).angle);
    cdBox3 first = cdGetMeshBox(shape->mesh, cdPlaceShape(shape, from), wider),
           last = cdGetMeshBox(shape->mesh, cdPlaceShape(shape, to), wider);
    return cdJoinBoxes(&first, &last);
}

// (2)
static cdBox3 getSlowedBox(const cdWorld *world, const cdWorldShape *shape, const cdWorldBody *a,
                           const cdWorldBody *b) {
    cdPose start = cdInvMulPose(b->pose, a->pose), carried = cdInvMulPose(b->target, a->pose);
    double wider =
        cdGetShapeReach(world, shape) + getChord(shape, a->pose, a->target) + getChord(shape, start, carried);
    return cdGetMeshBox(shape->mesh, cdPlaceShape(shape, start), wider);
}

// Returns the box of the path of a shape of A, in B's frame.
static cdBox3 getPathBox(const cdWorld *world, const cdWorldShape *shape, const cdWorldBody *a,
                         const cdWorldBody *b) {
    if (cdIsPushing(a) || cdIsPushing(b)) return getSlowedBox(world, shape, a, b);
    return getScrewBox(world, shape, cdInvMulPose(b->pose, a->pose), cdInvMulPose(b->target, a->target));
}

static bool comesNear(const cdWorld *world, const cdBox3 *path, const cdWorldShape *shape) {
    double reach = cdGetShapeReach(world, shape);
    cdBox3 sphere = cdGrowBox((cdBox3){shape->center, shape->center}, shape->mesh->radius + reach);
    if (!cdBoxesMeet(path, &sphere)) return false; // (4)
    cdBox3 box = cdGetMeshBox(shape->mesh, shape->pose, reach);
    return cdBoxesMeet(path, &box);
}

// True if the world has this pair and it persists.
static bool isTied(const cdWorld *world, cdNearShapes near, int32_t *at) {
    while (*at < world->pairCount && cdComparePairs(&world->entries[*at].near, &near) < 0)
        ++*at;
    return *at < world->pairCount && cdComparePairs(&world->entries[*at].near, &near) == 0 &&
           cdIsTiedPair(world->pairs[*at]);
}

bool cdListNearShapes(cdWorld *world, int32_t bodyA, int32_t bodyB, int32_t *at) {
    const cdWorldBody *a = &world->bodies[bodyA], *b = &world->bodies[bodyB];
    if (a->shapeCount == 1 && b->shapeCount == 1)
        return cdListNearPair(world, (cdNearShapes){bodyA, bodyB, 0, 0});
    for (int32_t i = 0; i < a->shapeCount; i++) {
        cdBox3 path = getPathBox(world, cdGetShape(world, a, i), a, b);
        for (int32_t k = 0; k < b->shapeCount; k++) {
            cdNearShapes near = {bodyA, bodyB, i, k};
            bool tied = isTied(world, near, at);
            if (!tied && !comesNear(world, &path, cdGetShape(world, b, k))) continue;
            if (!cdListNearPair(world, near)) return false;
        }
    }
    return true;
}
