// First contacts that are slow: they are stopped where they have been met.
//
// A pair that meets slowly is held apart at the targets (placing.c), while its velocities still are those
// with which it would have gone on. Here they lose their approach, without a bounce: impulses along the
// normals of all points that touch at the targets and approach more slowly than `restitutionThreshold`, in
// the islands of such pairs; joints transmit them. What is left along the surface stays as it is. Faster
// ones, which come too late for this step, keep their velocity and collide in the next.
#include "world/step_work.h"

static bool isSlow(const cdWorld *world, const cdAdvance *advance, const cdPointLocation *place) {
    return place->placed.gap <= cdGetTouchTolerance(world->margin) &&
           place->rate >= -advance->restitutionThreshold;
}

// Whether there is any that approaches.
static bool collectRows(cdWorld *world, const cdAdvance *advance, int32_t island) {
    bool any = false;
    world->rowCount = 0;
    for (int32_t i = 0; i < world->pairCount; i++) {
        const cdWorldPair *pair = world->pairs[i];
        if (!cdTouchesInIsland(world, pair, island)) continue;
        for (int32_t k = 0; k < pair->pointCount; k++) {
            cdPointLocation place = cdLocatePoint(world, pair, &pair->points[k], CD_AT_TARGET);
            if (!isSlow(world, advance, &place)) continue;
            any = any || (pair->arrives && place.rate < -advance->still);
            cdRow *row = &world->rows[world->rowCount++];
            *row = cdMakePointRow(CD_ROW_PUSH, pair->bodyA, pair->bodyB, place.placed.point,
                                  place.placed.normal, place.a.centroid, place.b.centroid);
        }
    }
    cdAddJointRows(world, island, CD_AT_TARGET);
    return any;
}

// The velocities at the end for which those at the body's fraction are the solver's.
static void takeVelocities(cdWorld *world, int32_t island) {
    for (int32_t i = 0; i < world->bodyCount; i++) {
        cdWorldBody *body = &world->bodies[i];
        if (!cdIsInIsland(body, island) || body->fraction == 0.0) continue;
        cdMoving before = cdGetMoving(body, CD_AT_TARGET);
        cdVec3 turn = cdSub(world->solverBodies[i].angular, before.angular);
        cdVec3 push = cdSub(world->solverBodies[i].linear, before.velocity);
        cdVec3 spin = cdApplyTensor(body->inertia.tensor, body->target.q, turn);
        body->endVelocity = cdMulAdd(body->endVelocity, 1.0 / body->fraction, push);
        body->endSpin = cdMulAdd(body->endSpin, 1.0 / body->fraction, spin);
    }
}

static bool hasArrivals(const cdWorld *world, int32_t island) {
    for (int32_t i = 0; i < world->pairCount; i++) {
        const cdWorldPair *pair = world->pairs[i];
        if (pair->arrives && cdGetPairIsland(world, pair) == island) return true;
    }
    return false;
}

void cdStopArrivals(cdWorld *world, const cdAdvance *advance) {
    for (int32_t i = 0; i < world->bodyCount; i++) {
        if (world->bodies[i].island != i || !cdIsAwake(world, i) || !hasArrivals(world, i)) continue;
        if (!collectRows(world, advance, i)) continue;
        cdLoadSolverBodies(world, CD_AT_TARGET);
        cdSolveWorldRows(world, CD_SOLVED * world->margin / advance->step, false);
        if (cdIsOut(&world->meter)) break; // they approach still, and collide in the next advance
        takeVelocities(world, i);
    }
    for (int32_t i = 0; i < world->pairCount; i++)
        world->pairs[i]->arrives = false;
}
