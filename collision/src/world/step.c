// Steps the world from event to event until the time step is used up [BV92 2.1], [RKC01 5.2].
//
// (1) One advance at a time: each covers the remaining step, but ends before any body turns by more than a
// radian, since paths are certified for screws of less than half a turn. (2) Find pairs that may touch and
// their contact points; resolve collisions of touching pairs that approach. (3) Find the velocities at the
// end and the targets. (4) Test all pairs for first contact on the paths to their targets. If all are free,
// the advance is done. (5) Low-speed contacts have been added as contact points: correct the targets by them
// and test again; (2) of the next advance handles the velocities. (6) A fast contact ends the advance there,
// at poses that are tested in turn, and the step continues from the collision. (7) Halve the advance if (5)
// and (6) fail (no new contact point, too many repetitions), if a body would stop without support, or if a
// joint has drifted. Joints that drift in an eighth of a step first have their islands damped (jointed.c).
// Afterwards advances grow again; the more often they were halved, the later. (8) After a bounded number of
// halvings in the step the islands concerned are blocked: they cover as much of their paths as is free, in
// the end nothing; without motion there is no contact.
//
// Zeno's rule. A body that bounces ever lower stops bouncing when it approaches slower than
// `restitutionThreshold`, by (5). After maxStops times, or 512 queries, a step stops for no
// more: pairs that would touch are kept separated as by (5), keep their velocities, and collide at the
// beginning of the next step. So (6) occurs a bounded number of times, and an advance without (6) and (7)
// ends the step.
//
// (9) The budget: queries and the solver count in one meter. Poses change only where an advance is accepted,
// all at once. So a step whose meter is out leaves what it has planned, and ends with the last accepted
// advance.
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "mesh/mesh_data.h"
#include "world/step_work.h"

#include <math.h>

enum {
    DEFAULT_STOPS = 16,
    ROUNDS = 12,
    TRIES = 8,
    PARTS = 1024,
    SHORTENINGS = 16,
    STRAY_SHORTENINGS = 64,
    QUERIES = 512,
    FREE_SHORTENINGS = 3,
    MOST_PATIENCE = 256
};

static const double TURN = 1.0; // radians

// Fractions of a step: a remaining time that is only rounding, and the shortest advance.
static const double NOTHING = 0x1p-40, SHORTEST = 0x1p-16;

// --- (1)

static double findFastestTurn(const cdWorld *world, double step, double left) {
    double fastest = 0.0;
    for (int32_t i = 0; i < world->bodyCount; i++) {
        const cdWorldBody *body = &world->bodies[i];
        if (cdIsKinematic(body)) fastest = cdMax(fastest, cdGetScriptedTurn(world, body, left));
        if (!cdIsDynamic(body) || body->asleep) continue;
        fastest = cdMax(fastest, cdLength(cdGetAngularVelocity(body, body->pose, body->spin)));
        if (!(cdLengthSq(body->moment) > 0.0)) continue;
        cdVec3 spin = cdGetFreeSpin(body, step);
        fastest = cdMax(fastest, cdLength(cdGetAngularVelocity(body, body->pose, spin)));
    }
    return cdMin(fastest, CD_MOST_TURN / step);
}

static bool isFiniteWorld(const cdWorld *world) {
    double sum = 0.0;
    for (int32_t i = 0; i < world->bodyCount; i++) {
        const cdWorldBody *body = &world->bodies[i];
        if (!body->present) continue;
        if (!cdIsValidPose(body->pose)) return false;
        sum += cdSumAbs(body->velocity) + cdSumAbs(body->spin) + cdSumAbs(body->pose.p);
        sum += cdSumAbs(body->acceleration) + cdSumAbs(body->moment);
    }
    return sum < 1e100;
}

// --- (2)

// Predicts free flight, which decides the near pairs before contacts are known.
static void predict(cdWorld *world, const cdAdvance *advance) {
    cdFollowScripts(world, advance, true);
    for (int32_t i = 0; i < world->bodyCount; i++) {
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

// --- (3)

static void forgetStrays(cdWorld *world) {
    for (int32_t i = 0; i < world->bodyCount; i++)
        world->bodies[i].strays = false;
}

static bool plan(cdWorld *world, const cdAdvance *advance) {
    cdFindIslands(world, advance->begin);
    for (int32_t i = 0; i < world->bodyCount; i++)
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

// --- (4), (5)

// Clears the paths to the targets. `hit`: the pair that still blocks; pair -1: none. False: no memory, or no
// budget.
static bool clearWay(cdWorld *world, const cdAdvance *advance, cdHit *hit) {
    for (int i = 0;; i++) {
        *hit = cdCertify(world, advance);
        if (cdIsOut(&world->meter)) return false;
        if (hit->pair < 0 || hit->fast || !hit->told || i == ROUNDS) return true;
        cdFindIslands(world, advance->begin);
        cdCorrectTargets(world);
        if (cdIsOut(&world->meter) || !cdUpdatePairs(world, advance) || !cdReserveRows(world)) return false;
    }
}

// --- (8)

static void holdIsland(cdWorld *world, int32_t island, double fraction) {
    for (int32_t i = 0; island >= 0 && i < world->bodyCount; i++) {
        cdWorldBody *body = &world->bodies[i];
        if (cdIsInIsland(body, island)) body->fraction = cdMin(body->fraction, fraction);
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
    for (int32_t i = 0; i < world->bodyCount; i++) {
        cdWorldBody *body = &world->bodies[i];
        if (!cdIsDynamic(body) || body->fraction == 1.0) continue;
        body->waited += (1.0 - body->fraction) * advance->duration;
        body->turns = true; // a blocked body must not fall asleep
    }
}

static void sumWaiting(cdWorld *world, double left) {
    for (int32_t i = 0; i < world->bodyCount; i++) {
        cdWorldBody *body = &world->bodies[i];
        if (body->waited > 0.0) world->step.blockedBodies++;
        world->step.blockedTime = cdMax(world->step.blockedTime, body->waited);
        body->waited = 0.0;
    }
    world->step.blockedTime += left;
}

// Stops bodies whose joints cannot be corrected. Returns true if there are any.
static bool holdStrays(cdWorld *world) {
    bool any = false;
    for (int32_t i = 0; i < world->bodyCount; i++) {
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
        for (int32_t i = 0; i < world->pairCount; i++) {
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

// --- (6)

// Islands without the energy for their targets stay; the others are tested again past them. False: no memory,
// or no budget.
static bool settleWay(cdWorld *world, const cdAdvance *advance, cdHit *hit) {
    cdStopArrivals(world, advance);
    if (cdIsOut(&world->meter)) return false;
    if (!cdHoldPoorIslands(world, advance)) return true;
    return cdUpdatePairs(world, advance) && cdReserveRows(world) && clearWay(world, advance, hit);
}

// Advances to a collision. Returns the elapsed seconds; below 0: no memory, or no budget.
static double goToCollision(cdWorld *world, const cdAdvance *advance, double fraction) {
    for (int i = 0; i < TRIES; i++) {
        for (int32_t k = 0; k < world->bodyCount; k++)
            world->bodies[k].fraction = fraction;
        cdHit hit;
        if (!place(world, advance) || !clearWay(world, advance, &hit)) return -1.0;
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

// --- An advance

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
    for (int32_t i = 0; i < world->bodyCount; i++) {
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

// Returns the elapsed seconds; below 0: no memory, or no budget.
static double advanceWorld(cdWorld *world, cdAdvance *advance) {
    if (!findContacts(world, advance)) return -1.0;
    world->step.advances++;
    for (;;) {
        cdHit hit = {.pair = -1};
        if (!plan(world, advance)) return -1.0;
        if (!cdHasStrays(world) && !clearWay(world, advance, &hit)) return -1.0;
        if (!cdHasStrays(world) && hit.pair < 0 && !settleWay(world, advance, &hit)) return -1.0;
        if (hit.fast && !cdHasStrays(world)) {
            world->step.stops++;
            return goToCollision(world, advance, hit.fraction);
        }
        if (hit.pair >= 0 && cdYieldToPair(world, advance, hit.pair)) continue;
        bool halves = hit.pair >= 0 || world->hangs || cdHasStrays(world);
        if (cdHasStrays(world) && world->shortenings >= FREE_SHORTENINGS && dampStrays(world)) continue;
        if (halves && shorten(world, advance)) continue;
        if (hit.pair >= 0 || cdHasStrays(world)) break;
        if (!cdFindPassages(world, advance)) return -1.0;
        cdAcceptTargets(world, advance);
        lengthen(world, advance);
        return advance->duration;
    }
    world->longest = advance->step; // blocked bodies must not delay the others
    return hold(world, advance) ? advance->duration : -1.0;
}

static cdAdvance makeAdvance(const cdWorld *world, double begin, double left, double step) {
    double speed = world->def.restitutionThreshold > 0.0 ? world->def.restitutionThreshold
                                                         : cdLength(world->def.gravity) * step;
    // A slower approach is within the solver's error.
    double still = cdMax(0x1p-30 * speed, 4.0 * CD_SOLVED * world->margin / step);
    double fastest = findFastestTurn(world, step, left), duration = cdGetTimeToNode(world, left);
    if (fastest * duration > TURN) duration /= ceil(fastest * duration / TURN);
    duration = cdMin(duration, world->longest);
    int32_t limit = world->def.maxStops > 0 ? world->def.maxStops : DEFAULT_STOPS;
    return (cdAdvance){.begin = begin,
                       .duration = duration,
                       .left = left,
                       .step = step,
                       .restitutionThreshold = cdMax(speed, still),
                       .still = still,
                       .late = world->step.stops >= limit || world->step.queries >= QUERIES};
}

static void fail(cdWorld *world, cdReason reason) {
    world->step.state = CD_UNDECIDED;
    world->step.reason = reason;
}

static void beginStep(cdWorld *world, double dt) {
    world->meter = cdOpenMeter(&world->budget);
    world->margin = world->step.margin = cdMax(world->margin, cdGetLeastMargin(world));
    world->shortenings = world->streak = 0;
    world->patience = 1;
    world->longest = dt;
    for (int32_t i = 0; i < world->bodyCount; i++)
        world->bodies[i].turns = world->bodies[i].damped = false;
}

// Returns the seconds that are left: some where the meter is out, or there is no memory, or after many
// advances.
static double advanceThrough(cdWorld *world, double dt) {
    double left = world->bodyCount > 0 ? dt : 0.0;
    int32_t parts = 0;
    while (left > 0.0 && !cdIsOut(&world->meter)) {
        cdAdvance advance = makeAdvance(world, world->time + (dt - left), left, dt);
        int32_t stops = world->step.stops;
        double gone = advanceWorld(world, &advance);
        if (gone < 0.0 && !cdIsOut(&world->meter)) cdLackMemory(world);
        if (gone < 0.0) break;
        left = left - gone > NOTHING * dt ? left - gone : 0.0;
        if (stops == world->step.stops && ++parts == PARTS) break;
    }
    return left;
}

// Time that the budget has cut off has not gone by.
static double endEarly(cdWorld *world, double left) {
    if (left == 0.0 || !cdIsOut(&world->meter)) return 0.0;
    world->step.state = CD_UNDECIDED;
    world->step.reason = world->meter.reason;
    for (int32_t i = 0; i < world->pairCount; i++)
        world->pairs[i]->arrives = false;
    return left;
}

static void step(cdWorld *world, double dt) {
    if (!(dt > 0.0) || !isfinite(dt)) {
        fail(world, isfinite(dt) ? CD_REASON_INPUT : CD_REASON_NOT_FINITE);
        return;
    }
    cdSumForces(world);
    cdBeginScripts(world);
    if (!isFiniteWorld(world)) {
        fail(world, CD_REASON_NOT_FINITE);
        return;
    }
    double asked = world->margin;
    beginStep(world, dt);
    double left = advanceThrough(world, dt), gone = dt - endEarly(world, left);
    sumWaiting(world, gone == dt ? left : 0.0);
    cdFindIslands(world, world->time + gone);
    cdEndReactions(world, gone);
    cdLayToRest(world, dt, gone);
    cdEndPassingForces(world);
    cdEndScripts(world, gone == dt);
    world->margin = asked;
    world->time += gone;
    world->step.time = world->time;
    world->step.pairTests = world->meter.spent;
    cdBreakJoints(world);
    cdLetLeave(world);
    for (int32_t i = 0; i < world->pairCount; i++)
        world->step.pairs += !world->pairs[i]->passes;
    cdListContacts(world, dt);
}

cdWorldStep cdStepWorld(cdWorld *world, double dt) {
    if (!CD_REQUIRE(world != NULL)) return (cdWorldStep){.state = CD_UNDECIDED, .reason = CD_REASON_INPUT};
    world->step = (cdWorldStep){.state = CD_FREE, .time = world->time};
    cdBeginEvents(world);
    step(world, dt);
    cdShowEvents(world);
    return world->step;
}
