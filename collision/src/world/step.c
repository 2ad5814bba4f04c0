// Steps the world from event to event until the time step is used up [BV92 2.1], [RKC01 5.2].
//
// (1) One advance at a time (advance.c): each covers the remaining step, but ends before any body turns by
// more than a radian, since paths are certified for screws of less than half a turn.
//
// (2) Zeno's rule. A body that bounces ever lower stops bouncing when it approaches slower than
// `restitutionThreshold`, as a low-speed contact. After maxStops times a step stops for no more, nor if
// another advance like this one would take it beyond 512 queries or the solver beyond a million pair
// tests, nor if more than half as many pairs collide one after the other on the paths ahead (advance.c):
// pairs that would touch are kept separated like those, keep their velocities, and collide at the beginning
// of the next step. So an advance ends early, for a collision or for lack of a free way, a bounded number of
// times, and one that does neither ends the step.
//
// (3) The budget: queries and the solver count in one meter. A step whose meter is out ends with the last
// accepted advance.
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "world/step_work.h"

#include <math.h>

enum { DEFAULT_STOPS = 16, PARTS = 1024 };

static const double TURN = 1.0; // radians

// Fraction of a step: a remaining time that is only rounding.
static const double NOTHING = 0x1p-40;

// --- (1)

static double findFastestTurn(const cdWorld *world, double step, double left) {
    double fastest = 0.0;
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        if (cdIsKinematic(body)) fastest = cdMax(fastest, cdGetScriptedTurn(world, body, left));
        if (!cdIsDynamic(body) || body->asleep) continue;
        fastest = cdMax(fastest, cdLength(cdGetAngularVelocity(body, body->pose, body->spin)));
        if (!(cdLengthSq(body->moment) > 0.0)) continue;
        cdVec3 spin = cdGetFreeSpin(body, body->pose.q, step);
        fastest = cdMax(fastest, cdLength(cdGetAngularVelocity(body, body->pose, spin)));
    }
    return cdMin(fastest, CD_MOST_TURN / step);
}

static bool isFiniteWorld(const cdWorld *world) {
    double sum = 0.0;
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        if (!body->present) continue;
        if (!cdIsValidPose(body->pose)) return false;
        sum += cdSumAbs(body->velocity) + cdSumAbs(body->spin) + cdSumAbs(body->pose.p);
        sum += cdSumAbs(body->acceleration) + cdSumAbs(body->moment);
    }
    return sum < 1e100;
}

// --- (2)

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
                       .stopsLeft = limit - world->step.stops,
                       .queriesBefore = world->step.queries,
                       .workBefore = world->solverWork,
                       .late = world->step.stops >= limit};
}

static void fail(cdWorld *world, cdReason reason) {
    world->step.state = CD_UNDECIDED;
    world->step.reason = reason;
}

static void beginStep(cdWorld *world, double dt) {
    world->meter = cdOpenMeter(&world->budget);
    world->margin = world->step.margin = cdMax(world->margin, cdGetLeastMargin(world));
    world->shortenings = world->streak = 0;
    world->splits = false;
    world->solverWork = 0;
    world->patience = 1;
    world->longest = dt;
    if (world->margin != world->stillMargin) { // the boxes of still bodies depend on it
        cdMakeAllActive(world);
        cdListActive(world);
        world->stillMargin = world->margin;
    }
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i))
        world->bodies[i].turns = world->bodies[i].damped = world->bodies[i].collides = false;
}

// Returns the seconds that are left: some where the meter is out, or there is no memory, or after many
// advances.
static double advanceThrough(cdWorld *world, double dt) {
    double left = world->bodyCount > 0 ? dt : 0.0;
    int32_t parts = 0;
    while (left > 0.0 && !cdIsOut(&world->meter)) {
        cdAdvance advance = makeAdvance(world, world->time + (dt - left), left, dt);
        int32_t stops = world->step.stops;
        double gone = cdAdvanceWorld(world, &advance);
        if (gone < 0.0 && !cdIsOut(&world->meter)) cdLackMemory(world);
        if (gone < 0.0) break;
        left = left - gone > NOTHING * dt ? left - gone : 0.0;
        if (stops == world->step.stops && ++parts == PARTS) break;
    }
    return left;
}

// --- (3)

// Time that the budget has cut off has not gone by.
static double endEarly(cdWorld *world, double left) {
    if (left == 0.0 || !cdIsOut(&world->meter)) return 0.0;
    world->step.state = CD_UNDECIDED;
    world->step.reason = world->meter.reason;
    for (int32_t i = cdFirstActivePair(world); i >= 0; i = cdNextActivePair(world, i))
        world->pairs[i]->arrives = false;
    return left;
}

// --- The whole

static void sumWaiting(cdWorld *world, double left) {
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        if (body->waited > 0.0) world->step.blockedBodies++;
        world->step.blockedTime = cdMax(world->step.blockedTime, body->waited);
        body->waited = 0.0;
    }
    world->step.blockedTime += left;
}

static void step(cdWorld *world, double dt) {
    if (!(dt > 0.0) || !isfinite(dt)) {
        fail(world, isfinite(dt) ? CD_REASON_INPUT : CD_REASON_NOT_FINITE);
        return;
    }
    if (world->activeChange) cdListActive(world);
    cdSumForces(world);
    cdBeginScripts(world);
    if (!isFiniteWorld(world)) {
        fail(world, CD_REASON_NOT_FINITE);
        return;
    }
    double asked = world->margin;
    beginStep(world, dt);
    cdBeginBalance(world);
    double left = advanceThrough(world, dt), gone = dt - endEarly(world, left);
    sumWaiting(world, gone == dt ? left : 0.0);
    cdFindIslands(world, world->time + gone);
    cdEndReactions(world, gone);
    cdLayToRest(world, dt, gone);
    cdEndBalance(world);
    cdEndPassingForces(world);
    cdEndScripts(world, gone == dt);
    world->margin = asked;
    world->time += gone;
    world->step.time = world->time;
    world->step.pairTests = world->meter.spent;
    cdBreakJoints(world);
    cdLetLeave(world);
    if (world->activeChange) cdListActive(world);
    cdListContacts(world, dt);
    if (gone == dt && left == 0.0 && !world->step.outOfMemory) cdRestActive(world);
}

cdWorldStep cdStepWorld(cdWorld *world, double dt) {
    if (!CD_REQUIRE(world != NULL)) return (cdWorldStep){.state = CD_UNDECIDED, .reason = CD_REASON_INPUT};
    world->step = (cdWorldStep){.state = CD_FREE, .time = world->time};
    cdBeginEvents(world);
    step(world, dt);
    cdShowEvents(world);
    return world->step;
}
