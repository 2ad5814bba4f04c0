// Finds the shapes of two near bodies that may touch in an advance.
//
// Input: two bodies with their poses and targets. Output: the pairs of their shapes that may come near each
// other, in order. All pairs of shapes are certified on one motion of the bodies, so what is left out must be
// free on it. (1) That motion is the screw of A from its pose to its target relative to B. In B's frame a
// point of A that ends at the distance d from its start follows an arc of the screw's angle: it deviates from
// its chord by at most d / 2 tan(angle / 4), and along the axis, where it does not move uniformly (motion.h),
// by less. So the boxes of a shape at both ends, widened by that, enclose its path. (2) Two kinematic bodies
// that both move each follow a screw of their own (rigid_ways.c): the boxes of their paths in the world,
// widened likewise. (3) Pairs that touch persist. (4) Spheres reject most shapes before their boxes are made.
#include "foundation/memory/hooks.h"
#include "mesh/mesh_data.h"
#include "world/world_pairs.h"

#include <math.h>
#include <string.h>

static bool addNear(cdWorld *world, cdNearPair pair) {
    if (world->nearCount == world->nearCapacity) {
        int32_t capacity = 2 * world->nearCapacity + 64;
        cdNearPair *pairs = cdAllocate((size_t)capacity * sizeof *pairs);
        if (pairs == NULL) return false;
        if (world->nearCount > 0) memcpy(pairs, world->nearPairs, (size_t)world->nearCount * sizeof *pairs);
        cdFree(world->nearPairs);
        world->nearPairs = pairs;
        world->nearCapacity = capacity;
    }
    world->nearPairs[world->nearCount++] = pair;
    return true;
}

// Returns the box of a shape's path on the screw between two poses of its body.
static cdBox3 getScrewBox(const cdWorld *world, const cdWorldShape *shape, cdPose from, cdPose to) {
    cdQuat turn = cdMulQuat(to.q, cdConjugate(from.q));
    double sine = cdLength((cdVec3){turn.x, turn.y, turn.z}), angle = 2.0 * asin(cdMin(1.0, sine));
    cdVec3 way = cdSub(cdTransformPoint(to, shape->center), cdTransformPoint(from, shape->center));
    double chord = cdLength(way) + 2.0 * sine * shape->mesh->radius;
    double wider = cdGetShapeReach(world, shape) + 0.5 * chord * tan(0.25 * angle);
    cdBox3 first = cdGetMeshBox(shape->mesh, cdPlaceShape(shape, from), wider),
           last = cdGetMeshBox(shape->mesh, cdPlaceShape(shape, to), wider);
    return cdJoinBoxes(&first, &last);
}

// The paths of a shape of A.
typedef struct Paths {
    cdBox3 relative; // in B's frame
    bool bothMove;
    cdBox3 own; // in the world, if both are kinematic and move
} Paths;

static bool comeNear(const cdWorld *world, const Paths *paths, const cdWorldBody *b,
                     const cdWorldShape *shape) {
    double reach = cdGetShapeReach(world, shape);
    cdBox3 sphere = cdGrowBox((cdBox3){shape->center, shape->center}, shape->mesh->radius + reach);
    if (cdBoxesMeet(&paths->relative, &sphere)) { // (4)
        cdBox3 box = cdGetMeshBox(shape->mesh, shape->pose, reach);
        if (cdBoxesMeet(&paths->relative, &box)) return true;
    }
    if (!paths->bothMove) return false;
    cdBox3 path = getScrewBox(world, shape, b->pose, b->target);
    return cdBoxesMeet(&paths->own, &path);
}

static Paths getPaths(const cdWorld *world, const cdWorldBody *a, const cdWorldBody *b,
                      const cdWorldShape *shape) {
    Paths paths = {.bothMove = cdIsPushing(a) && cdIsPushing(b)};
    paths.relative =
        getScrewBox(world, shape, cdInvMulPose(b->pose, a->pose), cdInvMulPose(b->target, a->target));
    if (paths.bothMove) paths.own = getScrewBox(world, shape, a->pose, a->target);
    return paths;
}

// True if the world has this pair and it persists.
static bool isTied(const cdWorld *world, cdNearPair near, int32_t *at) {
    while (*at < world->pairCount && cdComparePairs(world->pairs[*at], near) < 0)
        ++*at;
    return *at < world->pairCount && cdComparePairs(world->pairs[*at], near) == 0 &&
           cdIsTiedPair(world->pairs[*at]);
}

bool cdListNearShapes(cdWorld *world, int32_t bodyA, int32_t bodyB, int32_t *at) {
    const cdWorldBody *a = &world->bodies[bodyA], *b = &world->bodies[bodyB];
    if (a->shapeCount == 1 && b->shapeCount == 1) return addNear(world, (cdNearPair){bodyA, bodyB, 0, 0});
    for (int32_t i = 0; i < a->shapeCount; i++) {
        Paths paths = getPaths(world, a, b, cdGetShape(world, a, i));
        for (int32_t k = 0; k < b->shapeCount; k++) {
            cdNearPair near = {bodyA, bodyB, i, k};
            bool tied = isTied(world, near, at);
            if (!tied && !comeNear(world, &paths, b, cdGetShape(world, b, k))) continue;
            if (!addNear(world, near)) return false;
        }
    }
    return true;
}
