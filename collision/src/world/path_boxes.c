// Boxes of the bodies' paths in an advance, and the pairs of bodies whose boxes overlap.
//
// (1) A box bounds each body's path to its target: the boxes of its shapes at both ends, widened by the
// deviation of turning points from their chords, by the distance the body keeps, and by half the tolerance of
// the search for contact points. The path is straight for the middle of the body, with a uniform turn about
// it; bodies with disjoint boxes are free on it. The box of a still body is that of its pose. (2) Sweep and
// prune [CW96 1].
#include "foundation/numbers/functions.h"
#include "mesh/mesh_data.h"
#include "world/world_pairs.h"

#include <math.h>

// --- (1)

double cdGetOffset(const cdWorld *world, const cdWorldShape *shape) {
    return shape->mesh->rounding + 0.5 * world->def.safetyDistance;
}

double cdGetShapeReach(const cdWorld *world, const cdWorldShape *shape) {
    return cdGetOffset(world, shape) + 0.5 * cdGetTouchTolerance(world->margin);
}

static cdVec3 getHalfSize(const cdMesh *mesh, cdQuat q) {
    cdVec3 half = cdScale(0.5, cdSub(mesh->info.bounds.upper, mesh->info.bounds.lower));
    cdVec3 x = cdRotate(q, (cdVec3){half.x, 0.0, 0.0}), y = cdRotate(q, (cdVec3){0.0, half.y, 0.0}),
           z = cdRotate(q, (cdVec3){0.0, 0.0, half.z});
    return (cdVec3){fabs(x.x) + fabs(y.x) + fabs(z.x), fabs(x.y) + fabs(y.y) + fabs(z.y),
                    fabs(x.z) + fabs(y.z) + fabs(z.z)};
}

cdBox3 cdGetMeshBox(const cdMesh *mesh, cdPose pose, double wider) {
    cdVec3 center = cdTransformPoint(pose, mesh->center), half = getHalfSize(mesh, pose.q);
    half = cdAdd(half, (cdVec3){wider, wider, wider});
    return (cdBox3){cdSub(center, half), cdAdd(center, half)};
}

static cdBox3 getPathBox(const cdWorld *world, const cdWorldBody *body) {
    cdQuat turn = cdMulQuat(body->target.q, cdConjugate(body->pose.q));
    double sine = cdLength((cdVec3){turn.x, turn.y, turn.z}), angle = 2.0 * cdAsin(cdMin(1.0, sine));
    cdBox3 whole = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int32_t i = 0; i < body->shapeCount; i++) {
        const cdWorldShape *shape = cdGetShape(world, body, i);
        double wider = cdGetShapeReach(world, shape) + body->core * 0.125 * angle * angle;
        cdBox3 from = cdGetMeshBox(shape->mesh, cdPlaceShape(shape, body->pose), wider),
               to = cdGetMeshBox(shape->mesh, cdPlaceShape(shape, body->target), wider);
        cdBox3 path = cdJoinBoxes(&from, &to);
        whole = i == 0 ? path : cdJoinBoxes(&whole, &path);
    }
    return whole;
}

// --- (2)

static double clamp(double x, double lower, double upper) {
    return cdMax(lower, cdMin(x, upper));
}

// Extends a box to the point of another that is closest to its centre.
static cdBox3 reachBox(cdBox3 box, cdBox3 other) {
    cdVec3 middle = cdLerp(box.lower, box.upper, 0.5);
    cdVec3 near = {clamp(middle.x, other.lower.x, other.upper.x),
                   clamp(middle.y, other.lower.y, other.upper.y),
                   clamp(middle.z, other.lower.z, other.upper.z)};
    return cdJoinBoxes(&box, &(cdBox3){near, near});
}

// A touching pair persists through the advance even if a correction separates it, since it owns the energy of
// that correction: the box of a body that can move reaches the other one.
static void reachTied(cdWorld *world) {
    for (int32_t i = cdFirstActivePair(world); i >= 0; i = cdNextActivePair(world, i)) {
        const cdWorldPair *pair = world->pairs[i];
        if (!cdIsTiedPair(pair)) continue;
        bool first = cdCanMove(&world->bodies[pair->bodyA]);
        int32_t body = first ? pair->bodyA : pair->bodyB, other = first ? pair->bodyB : pair->bodyA;
        if (cdCanMove(&world->bodies[body]) && world->bodies[other].present)
            world->pathBoxes[body] = reachBox(world->pathBoxes[body], world->pathBoxes[other]);
    }
}

static void setStillBoxes(cdWorld *world) {
    for (int32_t i = 0; i < world->bodyCount; i++) {
        const cdWorldBody *body = &world->bodies[i];
        if (world->active[i] != CD_STILL || !body->present) continue;
        world->pathBoxes[i] = getPathBox(world, body);
        cdSetBroadPhaseBox(world->broadPhase, i, &world->pathBoxes[i]);
    }
    world->lacksBoxes = false;
}

// The boxes of still bodies stay.
cdBroadPhaseUpdate cdUpdateBoxes(cdWorld *world) {
    if (world->lacksBoxes) setStillBoxes(world);
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i))
        if (world->bodies[i].present) world->pathBoxes[i] = getPathBox(world, &world->bodies[i]);
    reachTied(world);
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i))
        if (world->bodies[i].present) cdSetBroadPhaseBox(world->broadPhase, i, &world->pathBoxes[i]);
    return cdUpdateBroadPhase(world->broadPhase);
}
