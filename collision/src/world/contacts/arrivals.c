// Stops low-speed contacts at the poses of contact.
//
// A pair with a low-speed contact is kept separated at the targets (placing.c), while its velocities still
// approach. Here they lose their approach without a bounce: impulses act along the normals of all points that
// touch at the targets and approach slower than `restitutionThreshold`, in the islands of such pairs; joints
// transmit them. Velocities along the surface do not change. Faster pairs, too late for a collision in this
// step, keep their velocities and collide in the next. So do all pairs of bodies whose impacts are left to
// the forces.
#include "world/solver/impacts.h"

static bool isSlow(const cdWorld *world, const cdAdvance *advance, const cdWorldPair *pair,
                   const cdPointLocation *location) {
    return location->placed.gap <= cdGetTouchTolerance(world->margin) &&
           location->rate >= -cdGetBounceSpeed(world, advance, pair);
}

// True if any point approaches.
static bool collectRows(cdWorld *world, const cdAdvance *advance, int32_t island) {
    bool any = false;
    world->rowCount = 0;
    for (int32_t i = cdFirstPair(world, island); i >= 0; i = cdNextPair(world, i)) {
        const cdWorldPair *pair = world->pairs[i];
        if (!cdTouchesInIsland(world, pair, island)) continue;
        const cdPairMotion motion = cdGetPairMotion(world, pair, CD_AT_TARGET);
        for (int32_t k = 0; k < pair->pointCount; k++) {
            cdPointLocation location = cdLocatePoint(&motion, &pair->points[k]);
            if (!isSlow(world, advance, pair, &location)) continue;
            any = any || (pair->arrives && location.rate < -advance->still);
            cdRow *row = &world->rows[world->rowCount++];
            *row = cdMakePointRow(CD_ROW_PUSH, pair->bodyA, pair->bodyB, location.placed.point,
                                  location.placed.normal, location.a.centroid, location.b.centroid);
        }
    }
    cdAddJointRows(world, island, CD_AT_TARGET);
    return any;
}

// Sets the end velocities so that the velocities at the body's fraction are the solver's.
static void takeVelocities(cdWorld *world, int32_t island) {
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        if (body->fraction == 0.0) continue;
        cdMoving before = cdGetMoving(body, CD_AT_TARGET);
        cdVec3 turn = cdSub(world->solverBodies[i].angular, before.angular);
        cdVec3 push = cdSub(world->solverBodies[i].linear, before.velocity);
        cdVec3 spin = cdGetSpin(body, body->target, turn);
        push = cdCarryVelocity(&body->inertia, body->target.q, body->pose.q, push);
        body->endVelocity = cdMulAdd(body->endVelocity, 1.0 / body->fraction, push);
        body->endSpin = cdMulAdd(body->endSpin, 1.0 / body->fraction, spin);
    }
}

static bool hasArrivals(const cdWorld *world, int32_t island) {
    for (int32_t i = cdFirstPair(world, island); i >= 0; i = cdNextPair(world, i)) {
        const cdWorldPair *pair = world->pairs[i];
        if (pair->arrives && !cdIsLeftToForces(world, pair)) return true;
    }
    return false;
}

void cdStopArrivals(cdWorld *world, const cdAdvance *advance) {
    for (int32_t i = cdFirstIsland(world); i >= 0; i = cdNextIsland(world, i)) {
        if (!hasArrivals(world, i)) continue;
        if (!collectRows(world, advance, i)) continue;
        cdLoadRowBodies(world, CD_AT_TARGET, i);
        cdSolveWorldRows(world, CD_SOLVED * world->margin / advance->step, cdGetEnough(world, advance, i));
        if (cdIsOut(&world->meter)) break; // they approach still, and collide in the next advance
        world->work.arrivals += cdGetPushedWork(world);
        takeVelocities(world, i);
    }
    for (int32_t i = cdFirstActivePair(world); i >= 0; i = cdNextActivePair(world, i))
        world->pairs[i]->arrives = false;
}
