// One advance: takes all bodies through its duration, or to the first collision if that is earlier.
//
// (1) Find pairs that may touch and their contact points; resolve collisions of touching pairs that approach.
// (2) Find the velocities at the end and the targets. (3) Test all pairs for first contact on the paths to
// their targets. If all are free, the advance is done. (4) Low-speed contacts have been added as contact
// points: correct the targets of their islands and test again; (1) of the next advance handles the
// velocities. (5) A fast contact ends the advance there, at poses that are tested in turn, and the step
// continues from the collision. Where kinematic bodies push, they slow down if a correction would displace a
// body by a multiple of all ways. (6) Halve the advance if (4) and (5) fail (no new contact point, too many
// repetitions), if a body would stop without support, or if a joint has drifted. Joints that drift in an
// eighth of a step first have their islands damped (jointed.c); impacts that were left to the forces are
// solved first (forced_impacts.c). Afterwards advances grow again; the more often they were halved, the
// later. (7) After a bounded number of halvings in the step the islands concerned are blocked: they cover as
// much of their paths as is free, in the end nothing; without motion there is no contact.
//
// Poses change only where an advance is accepted, all at once. If the budget or the memory is out, what is
// planned is left.
#include "world/step_work.h"

enum {
    ROUNDS = 12,
    MOST_ROUNDS = 40,
    FEW_SHARE = 8,
    TRIES = 8,
    SHORTENINGS = 16,
    STRAY_SHORTENINGS = 64,
    FREE_SHORTENINGS = 3,
    MOST_PATIENCE = 256
};

// Shortest advance, as a fraction of a step.
static const double SHORTEST = 0x1p-16;

// --- (1)

// Predicts free flight, which decides the near pairs before contacts are known.
static void predict(cdWorld *world, const cdAdvance *advance) {
    cdFollowScripts(world, advance, true);
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        body->fraction = 1.0;
        if (cdIsKinematic(body)) {
            body->target = cdGetScriptedPose(body, advance, 1.0);
            continue;
        }
        bool flies = cdIsDynamic(body) && !body->asleep;
        body->endVelocity = body->velocity;
        body->endSpin = body->spin;
        if (flies) cdPredictVelocities(body, advance->duration);
        body->target = flies ? cdGetPoseAfter(body, advance, 1.0) : body->pose;
    }
}

static bool findContacts(cdWorld *world, const cdAdvance *advance) {
    predict(world, advance);
    if (!cdUpdatePairs(world, advance) || !cdReserveRows(world)) return false;
    cdClearRigidWays(world, advance);
    cdUpdatePoints(world, advance);
    if (cdIsOut(&world->meter)) return false;
    cdFindIslands(world, advance->begin);
    cdResolveImpacts(world, advance);
    return !cdIsOut(&world->meter);
}

// --- (2)

static void forgetStrays(cdWorld *world) {
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i))
        world->bodies[i].strays = false;
}

static bool plan(cdWorld *world, const cdAdvance *advance) {
    cdFindIslands(world, advance->begin);
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i))
        world->bodies[i].fraction = 1.0;
    forgetStrays(world);
    world->hangs = false;
    cdFollowScripts(world, advance, false);
    cdClearRigidWays(world, advance);
    do {
        world->yields = false;
        cdPlanVelocities(world, advance);
    } while (world->yields && !cdIsOut(&world->meter));
    cdPlaceTargets(world, advance);
    cdHoldPoorIslands(world, advance);
    return !cdIsOut(&world->meter) && cdUpdatePairs(world, advance) && cdReserveRows(world);
}

static bool place(cdWorld *world, const cdAdvance *advance) {
    cdPlaceTargets(world, advance);
    cdHoldPoorIslands(world, advance);
    return !cdIsOut(&world->meter) && cdUpdatePairs(world, advance) && cdReserveRows(world);
}

// --- (3), (4)

// True to test no more. A test of few of the pairs costs much less than an advance of half the length, but
// not less than impacts that are solved first.
static bool isLastRound(const cdWorld *world, int round, int32_t firstCount) {
    bool areFew = world->taskCount <= firstCount / FEW_SHARE && !cdMaySplitImpacts(world);
    return round == MOST_ROUNDS || (round >= ROUNDS && !areFew);
}

// A stop for one collision costs as much as a whole step. If many follow, or if another advance like this one
// would take the step beyond its queries or the solver's work, none stops the bodies: they end at their
// contacts, and collide in the next step.
static bool isTooDear(const cdWorld *world, const cdAdvance *advance, const cdHit *hit) {
    int64_t asked = world->step.queries, again = asked - advance->queriesBefore;
    int64_t done = world->solverWork, more = done - advance->workBefore;
    return 2 * hit->later > advance->stopsLeft || asked + again > CD_STOP_QUERIES ||
           done + more > CD_STOP_WORK;
}

// Clears the paths to the targets. `hit`: the pair that still blocks; pair -1: none. False: no memory, or no
// budget.
static bool clearWay(cdWorld *world, cdAdvance *advance, cdHit *hit) {
    int32_t firstCount = 0;
    for (int i = 0;; i++) {
        *hit = cdCertify(world, advance);
        if (i == 0) firstCount = world->taskCount;
        if (cdIsOut(&world->meter)) return false;
        if (hit->fast && isTooDear(world, advance, hit)) {
            advance->late = true;
            hit->fast = false;
        }
        advance->news = advance->news || hit->told;
        if (hit->pair < 0 || hit->fast || !advance->news || isLastRound(world, i, firstCount)) return true;
        cdFindIslands(world, advance->begin);
        cdNoteBlocked(world);
        cdCorrectTargets(world);
        advance->news = false;
        if (cdIsOut(&world->meter) || !cdUpdatePairs(world, advance) || !cdReserveRows(world)) return false;
    }
}

// --- (7)

static void holdIsland(cdWorld *world, int32_t island, double fraction) {
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        body->fraction = cdMin(body->fraction, fraction);
    }
}

// The kinematic bodies of a pair that is not free slow down.
static void holdPushers(cdWorld *world, const cdAdvance *advance, const cdWorldPair *pair, double share) {
    const cdVec3 none = {0.0, 0.0, 0.0};
    for (int side = 0; side < 2; side++) {
        int32_t pusher = side == 0 ? pair->bodyA : pair->bodyB, other = side == 0 ? pair->bodyB : pair->bodyA;
        cdWorldBody *body = &world->bodies[pusher];
        if (cdIsPushing(body))
            cdSlowScript(body, advance, share, other, cdGetCentroid(body, body->pose), none);
    }
}

static void noteHeld(cdWorld *world, const cdAdvance *advance) {
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        if (!cdIsDynamic(body) || body->fraction == 1.0) continue;
        body->waited += (1.0 - body->fraction) * advance->duration;
        body->turns = true; // a blocked body must not fall asleep
    }
}

// Stops bodies whose joints cannot be corrected. Returns true if there are any.
static bool holdStrays(cdWorld *world) {
    bool any = false;
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        if (!body->strays) continue;
        any = true;
        body->strays = false;
        body->fraction = 0.0;
        body->endVelocity = body->endSpin = body->velocity = body->spin = (cdVec3){0.0, 0.0, 0.0};
    }
    return any;
}

// Terminates, since each pass beyond the first few stops at least one island.
static bool hold(cdWorld *world, const cdAdvance *advance) {
    enum { PARTIAL = 4 };
    holdStrays(world);
    if (!place(world, advance)) return false;
    cdCertify(world, advance);
    if (cdIsOut(&world->meter)) return false;
    for (int pass = 0;; pass++) {
        bool any = holdStrays(world);
        for (int32_t i = cdFirstActivePair(world); i >= 0; i = cdNextActivePair(world, i)) {
            const cdWorldPair *pair = world->pairs[i];
            if (cdIsCertified(world, pair)) continue;
            const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
            double reach = pass < PARTIAL ? 0.9 * pair->reach * cdMin(a->fraction, b->fraction) : 0.0;
            holdIsland(world, a->island, reach);
            holdIsland(world, b->island, reach);
            holdPushers(world, advance, pair, pass < PARTIAL ? 0.9 * pair->reach : 0.0);
            any = true;
        }
        if (!any) break;
        if (!place(world, advance)) return false;
        cdCertify(world, advance);
        if (cdIsOut(&world->meter)) return false;
    }
    if (!cdFindPassages(world, advance)) return false;
    noteHeld(world, advance);
    cdAcceptTargets(world, advance);
    return true;
}

// --- (5)

// Islands without the energy for their targets stay; the others are tested again past them. False: no memory,
// or no budget.
static bool settleWay(cdWorld *world, cdAdvance *advance, cdHit *hit) {
    cdStopArrivals(world, advance);
    if (cdIsOut(&world->meter)) return false;
    if (!cdHoldPoorIslands(world, advance)) return true;
    return cdUpdatePairs(world, advance) && cdReserveRows(world) && clearWay(world, advance, hit);
}

// Advances to a collision. Returns the elapsed seconds; below 0: no memory, or no budget.
static double goToCollision(cdWorld *world, cdAdvance *advance, double fraction) {
    for (int i = 0; i < TRIES; i++) {
        for (int32_t k = cdFirstActiveBody(world); k >= 0; k = cdNextActiveBody(world, k))
            world->bodies[k].fraction = fraction;
        cdHit hit;
        if (!place(world, advance) || !clearWay(world, advance, &hit)) return -1.0;
        if (hit.pair < 0 && cdYieldToSlips(world, advance)) continue;
        if (hit.pair < 0 && !settleWay(world, advance, &hit)) return -1.0;
        if (cdHasStrays(world)) {
            forgetStrays(world);
            fraction *= 0.5;
            continue;
        }
        if (hit.pair < 0) {
            if (!cdFindPassages(world, advance)) return -1.0;
            cdAcceptTargets(world, advance);
            return fraction * advance->duration;
        }
        fraction *= cdMin(hit.fraction, 1.0 - (double)i / TRIES);
    }
    // Nothing moves: the blocking pairs have added their contact points and collide at their poses.
    return 0.0;
}

// --- (6), and the whole

// Halves the advance; true if it may be tried again.
static bool shorten(cdWorld *world, cdAdvance *advance) {
    int most = cdHasStrays(world) ? STRAY_SHORTENINGS : SHORTENINGS;
    if (world->shortenings >= most || advance->duration < SHORTEST * advance->step) return false;
    world->shortenings++;
    if (world->patience < MOST_PATIENCE) world->patience *= 2;
    world->streak = 0;
    advance->duration *= 0.5;
    world->longest = advance->duration;
    return true;
}

// Returns true if a body was not damped before.
static bool dampStrays(cdWorld *world) {
    bool any = false;
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        any = any || (body->strays && !body->damped);
        body->damped = body->damped || body->strays;
    }
    return any;
}

// After `patience` successful advances the next may be longer; patience grows with each advance that failed.
static void lengthen(cdWorld *world, const cdAdvance *advance) {
    if (++world->streak < world->patience) return;
    world->streak = 0;
    world->longest = cdMax(world->longest, 2.0 * advance->duration);
}

double cdAdvanceWorld(cdWorld *world, cdAdvance *advance) {
    if (!findContacts(world, advance)) return -1.0;
    world->step.advances++;
    for (;;) {
        cdHit hit = {.pair = -1};
        if (!plan(world, advance)) return -1.0;
        advance->news = false;
        if (!cdHasStrays(world) && !clearWay(world, advance, &hit)) return -1.0;
        if (!cdHasStrays(world) && hit.pair < 0 && cdYieldToSlips(world, advance)) continue;
        if (!cdHasStrays(world) && hit.pair < 0 && !settleWay(world, advance, &hit)) return -1.0;
        if (hit.fast && cdSplitImpacts(world, advance)) continue; // forces act through whole advances
        if (hit.fast && !cdHasStrays(world)) {
            world->step.stops++;
            return goToCollision(world, advance, hit.fraction);
        }
        if (hit.pair >= 0 && cdYieldToPair(world, advance, hit.pair)) continue;
        bool halves = hit.pair >= 0 || world->hangs || cdHasStrays(world);
        if (cdHasStrays(world) && world->shortenings >= FREE_SHORTENINGS && dampStrays(world)) continue;
        if (halves && cdSplitImpacts(world, advance)) continue;
        if (halves && shorten(world, advance)) continue;
        if (cdHasStrays(world) && cdStopForStrays(world, advance)) {
            world->longest = advance->step; // the rest may be long again
            continue;
        }
        if (hit.pair >= 0 || cdHasStrays(world)) break;
        if (!cdFindPassages(world, advance)) return -1.0;
        cdAcceptTargets(world, advance);
        lengthen(world, advance);
        return advance->duration;
    }
    world->longest = advance->step; // blocked bodies must not delay the others
    return hold(world, advance) ? advance->duration : -1.0;
}
