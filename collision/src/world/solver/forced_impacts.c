// Impacts that the forces stop.
//
// In a large island without joints, which no kinematic body pushes, the last round of impacts.c, that without
// bounces, is left to the forces (forces.c): its contacts are solved once in an advance, not twice. (1) Its
// bodies are damped for the rest of the step. (2) If the advance ends early, or finds no way, these impacts
// are solved first after all, in the rest of the step, too. (3) Else the forces act through the whole
// advance, and the events are noted when it is accepted.
#include "world/solver/impacts.h"

// --- (1)

bool cdLeaveToForces(cdWorld *world, const cdAdvance *advance, int32_t island) {
    bool pushed = cdGetEnough(world, advance, island) == 0.0;
    if (world->splits || pushed || !cdIsLargeIsland(world, island) || cdFirstJoint(world, island) >= 0)
        return false;
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i))
        world->bodies[i].damped = world->bodies[i].collides = true;
    return true;
}

bool cdIsLeftToForces(const cdWorld *world, const cdWorldPair *pair) {
    return world->bodies[pair->bodyA].collides || world->bodies[pair->bodyB].collides;
}

// --- (2)

bool cdMaySplitImpacts(const cdWorld *world) {
    bool any = false;
    for (int32_t i = cdFirstActiveBody(world); i >= 0 && !any; i = cdNextActiveBody(world, i))
        any = world->bodies[i].collides;
    return any;
}

bool cdSplitImpacts(cdWorld *world, const cdAdvance *advance) {
    if (!cdMaySplitImpacts(world)) return false;
    world->splits = true;
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        if (body->collides) body->damped = body->collides = false;
    }
    cdForgetFarTouches(world);
    cdFindIslands(world, advance->begin);
    cdResolveImpacts(world, advance);
    return true;
}

// --- (3)

// A pair's points that approach by more than the error of the velocities.
static void notePushes(cdWorld *world, const cdAdvance *advance, double least, cdWorldPair *pair) {
    const cdPairMotion motion = cdGetPairMotion(world, pair, CD_AT_START);
    for (int32_t k = 0; k < pair->pointCount; k++) {
        if (!(pair->points[k].impulse > 0.0)) continue;
        cdPointLocation location = cdLocatePoint(&motion, &pair->points[k]);
        if (location.rate < -least) cdNoteImpactPoint(world, advance, pair, &location);
        pair->impulseSum += advance->duration * pair->points[k].impulse;
    }
}

void cdNoteForcedImpacts(cdWorld *world, const cdAdvance *advance) {
    if (!cdMaySplitImpacts(world)) return;
    for (int32_t island = cdFirstIsland(world); island >= 0; island = cdNextIsland(world, island)) {
        double least = cdGetLeastApproach(world, advance, island);
        for (int32_t i = cdFirstPair(world, island); i >= 0; i = cdNextPair(world, i)) {
            cdWorldPair *pair = world->pairs[i];
            if (pair->touches && cdIsLeftToForces(world, pair)) notePushes(world, advance, least, pair);
        }
    }
    cdNoteImpacts(world, advance, true);
}
