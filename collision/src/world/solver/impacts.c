// Collisions: velocities jump so that no pair approaches any more [BV92 2.1].
//
// (1) All contact points that approach faster than `restitutionThreshold`, and bounce, collide. Each island
// solves the simultaneous impulse equations: impulses >= 0 along the normals; the velocity of each such point
// afterwards is at least -e times that before, and exactly that if its impulse acts; joints transmit
// impulses, as do limits that are reached; friction by Coulomb. (2) Points that approach now, because a body
// was thrown against another, collide in the next round: an impulse passes through touching bodies one by
// one, as through Newton's cradle. No round gains energy. After some rounds only points that approach fast
// against the island's fastest ones in the first round bounce: in a heap slow echoes would go on and on. (3)
// Points that approach more slowly, or still do after a bounded number of rounds, do not bounce: one round
// over all contact points, and limits that are reached, with e = 0; not in islands whose impacts are left to
// the forces (forced_impacts.c).
//
// Newton's law of restitution and Coulomb's of friction together can add energy (W. J. Stronge, "Rigid body
// collisions with friction", 1990), as can inexact impulses. Then all impulses of the round are scaled by the
// factor that conserves the energy: they stay equal and opposite, so momentum is conserved.
#include "world/solver/impacts.h"
#include "world/island_tasks.h"
#include "world/world_pairs.h"

enum { ROUNDS = 64, ECHO_ROUNDS = 8 };

// After ECHO_ROUNDS a slower approach, as a fraction of the fastest in the first round, does not bounce.
static const double ECHO = 0.125;

// Residual of bounces of many points, as a fraction of the speed that counts as one.
static const double ROUGH = 0x1p-8;

typedef struct Round {
    cdWorld *world;
    const cdAdvance *advance;
    bool bounces; // true in (1), false in (3)
    int number;   // rounds before
    double least; // in (3): minimum approach speed of the points concerned
} Round;

static bool bounces(const Round *round, const cdWorldPair *pair, const cdPointLocation *location) {
    const cdWorld *world = round->world;
    double slowest = cdGetBounceSpeed(world, round->advance, pair);
    if (round->number >= ECHO_ROUNDS)
        slowest = cdMax(slowest, ECHO * world->islandParts[cdGetPairIsland(world, pair)].impact);
    return location->rate < -slowest && cdGetPairRestitution(world, pair) > 0.0;
}

// --- The rows of an island

double cdGetLeastApproach(const cdWorld *world, const cdAdvance *advance, int32_t island) {
    enum { MANY = 80 };
    return cdCountIslandPoints(world, island) > MANY ? 4.0 * cdGetEnough(world, advance, island) : 0.0;
}

// True if the round concerns any of an island's points or limits.
static bool isConcerned(const Round *round, int32_t island) {
    const cdWorld *world = round->world;
    double least = round->least;
    if (!round->bounces) least = cdMax(least, cdGetLeastApproach(world, round->advance, island));
    for (int32_t i = cdFirstPair(world, island); i >= 0; i = cdNextPair(world, i)) {
        const cdWorldPair *pair = world->pairs[i];
        if (!cdTouchesInIsland(world, pair, island)) continue;
        if (round->bounces && !(cdGetPairRestitution(world, pair) > 0.0)) continue;
        const cdPairMotion motion = cdGetPairMotion(world, pair, CD_AT_START);
        for (int32_t k = 0; k < pair->pointCount; k++) {
            cdPointLocation location = cdLocatePoint(&motion, &pair->points[k]);
            if (round->bounces ? bounces(round, pair, &location) : location.rate < -least) return true;
        }
    }
    return !round->bounces && cdGetLimitApproach(world, island) > round->least;
}

static void noteApproach(cdWorld *world, int32_t island, double speed) {
    world->islandParts[island].impact = cdMax(world->islandParts[island].impact, speed);
}

// Returns the index of the first row of a joint.
static int32_t collectRows(Round *round, int32_t island) {
    cdWorld *world = round->world;
    world->rowCount = 0;
    for (int32_t i = cdFirstPair(world, island); i >= 0; i = cdNextPair(world, i)) {
        const cdWorldPair *pair = world->pairs[i];
        if (!cdTouchesInIsland(world, pair, island)) continue;
        const cdPairMotion motion = cdGetPairMotion(world, pair, CD_AT_START);
        for (int32_t k = 0; k < pair->pointCount; k++) {
            cdPointLocation location = cdLocatePoint(&motion, &pair->points[k]);
            if (round->bounces && !bounces(round, pair, &location)) continue;
            double bound = round->bounces ? -cdGetPairRestitution(world, pair) * location.rate : 0.0;
            if (round->bounces && round->number == 0) noteApproach(world, island, -location.rate);
            cdAddContactRows(world, pair, &location, bound);
        }
    }
    int32_t first = world->rowCount;
    cdAddJointRows(world, island, CD_AT_START);
    return first;
}

// --- Solution of an island

// Returns the fraction of a change of velocities that adds no energy but the work of kinematic bodies.
static double limitEnergy(const cdWorld *world, int32_t island) {
    double linear = 0.0, square = 0.0; // E(s) - E(0) = linear s + square s^2
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        cdMoving before = cdGetMoving(body, CD_AT_START);
        cdVec3 dv = cdSub(world->solverBodies[i].linear, before.velocity),
               dw = cdSub(world->solverBodies[i].angular, before.angular);
        cdVec3 dSpin = cdGetSpin(body, body->pose, dw);
        dw = cdToSpinAxes(&body->inertia, body->pose.q, dw);
        linear += body->inertia.mass * cdDot(dv, before.velocity) + cdDot(dw, body->spin);
        square += 0.5 * (body->inertia.mass * cdLengthSq(dv) + cdDot(dw, dSpin));
    }
    linear -= cdGetPushedWork(world);
    if (linear + square <= 0.0 || !(square > 0.0)) return 1.0;
    return cdMax(0.0, -linear / square);
}

static void scaleChange(cdWorld *world, int32_t island, double share) {
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        cdMoving before = cdGetMoving(body, CD_AT_START);
        cdSolverBody *solver = &world->solverBodies[i];
        solver->linear = cdLerp(before.velocity, solver->linear, share);
        solver->angular = cdLerp(before.angular, solver->angular, share);
    }
}

void cdNoteImpactPoint(const cdWorld *world, const cdAdvance *advance, cdWorldPair *pair,
                       const cdPointLocation *location) {
    if (!(-location->rate > cdMax(pair->impactSpeed, cdGetBounceSpeed(world, advance, pair)))) return;
    pair->impactSpeed = -location->rate;
    pair->impactPoint = location->placed.point;
    pair->impactNormal = location->placed.normal;
}

// Records the impulses of each pair's points for the event, in the order in which collectRows added the rows.
static void noteImpulses(Round *round, int32_t island, double share) {
    cdWorld *world = round->world;
    int32_t row = 0;
    for (int32_t i = cdFirstPair(world, island); i >= 0; i = cdNextPair(world, i)) {
        cdWorldPair *pair = world->pairs[i];
        if (!cdTouchesInIsland(world, pair, island)) continue;
        const cdPairMotion motion = cdGetPairMotion(world, pair, CD_AT_START);
        for (int32_t k = 0; k < pair->pointCount; k++) {
            cdPointLocation location = cdLocatePoint(&motion, &pair->points[k]);
            if (round->bounces && !bounces(round, pair, &location)) continue;
            pair->impulseSum += share * world->rows[row].impulse;
            cdNoteImpactPoint(world, round->advance, pair, &location);
            row++;
            while (row < world->rowCount && world->rows[row].kind >= CD_ROW_FRICTION)
                row++;
        }
    }
}

// An island that a limit stops stays awake in this step: its reactions are not those at rest.
static void keepAwake(cdWorld *world, int32_t island) {
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i))
        world->bodies[i].turns = true;
}

static cdRowSolution solve(const Round *round, int32_t island) {
    cdWorld *world = round->world;
    double tolerance = CD_SOLVED * world->margin / round->advance->step,
           enough = cdGetEnough(world, round->advance, island);
    bool stands = cdIsStanding(world, round->advance, island);
    if (enough == 0.0 || (!round->bounces && stands)) return cdSolveWorldRows(world, tolerance, enough);
    if (!round->bounces) return cdSolveMovingRows(world, tolerance, enough);
    return cdSolveBouncingRows(world, tolerance, cdMax(enough, ROUGH * round->advance->restitutionThreshold));
}

static void resolveIsland(Round *round, int32_t island) {
    cdWorld *world = round->world;
    bool stopsAtLimit = cdGetLimitApproach(world, island) > round->least;
    int32_t firstOfJoints = collectRows(round, island);
    cdLoadSolverBodies(world, CD_AT_START, island);
    cdRowSolution solution = solve(round, island);
    if (cdIsOut(&world->meter)) return; // velocities stay as they are
    if (cdStopSqueezing(world, round->advance, island, &solution)) {
        resolveIsland(round, island); // one kinematic body less moves
        return;
    }
    world->step.worstResidual = cdMax(world->step.worstResidual, solution.residual);
    double share = limitEnergy(world, island);
    if (share < 1.0) scaleChange(world, island, share);
    if (world->pushes) world->work.kinematics += share * cdGetPushedWork(world);
    noteImpulses(round, island, share);
    cdSumImpacts(world, island, firstOfJoints, share);
    if (stopsAtLimit) keepAwake(world, island);
    cdTakeVelocities(world, island);
}

// --- Rounds

// `context`: a Round.
static bool mayBounce(const cdWorld *world, const void *context, int32_t island) {
    const Round *round = context;
    return !round->bounces || !world->islandParts[island].calm;
}

static bool resolveConcerned(cdWorld *world, const void *context, int32_t island) {
    Round round = *(const Round *)context;
    round.world = world;
    cdIsland *part = &world->islandParts[island];
    part->calm = !isConcerned(&round, island);
    if (part->calm) return false;
    if (!round.bounces && cdLeaveToForces(world, round.advance, island)) return false;
    resolveIsland(&round, island);
    return true;
}

static bool runRound(const Round *round) {
    const cdIslandWork work = {resolveConcerned, mayBounce, round};
    return cdRunIslandTasks(round->world, &work);
}

// Notes the impact of two bodies, whose pairs are [first, end).
static void noteImpact(cdWorld *world, const cdAdvance *advance, int32_t first, int32_t end) {
    double speed = 0.0, impulse = 0.0;
    const cdWorldPair *fastest = NULL;
    for (int32_t i = first; i < end; i++) {
        cdWorldPair *pair = world->pairs[i];
        if (pair->impactSpeed > speed) {
            speed = pair->impactSpeed;
            fastest = pair;
        }
        impulse += pair->impulseSum;
        pair->impactSpeed = pair->impulseSum = 0.0;
    }
    if (fastest == NULL) return;
    cdShownPair shown = cdShowPair(world, fastest);
    cdNoteEvent(world, (cdContactEvent){.time = advance->begin,
                                        .kind = CD_EVENT_IMPACT,
                                        .bodyA = shown.bodyA,
                                        .bodyB = shown.bodyB,
                                        .shapeA = shown.shapeA,
                                        .shapeB = shown.shapeB,
                                        .point = fastest->impactPoint,
                                        .normal = cdShowVector(&shown, fastest->impactNormal),
                                        .speed = speed,
                                        .impulse = impulse});
    world->step.impacts++;
}

void cdNoteImpacts(cdWorld *world, const cdAdvance *advance, bool left) {
    for (int32_t i = cdFirstActivePair(world), end; i >= 0; i = cdNextActivePair(world, end - 1)) {
        end = cdGetPairsEnd(world, i);
        if (cdIsLeftToForces(world, world->pairs[i]) == left) noteImpact(world, advance, i, end);
    }
}

// --- The whole

void cdResolveImpacts(cdWorld *world, const cdAdvance *advance) {
    Round round = {.world = world, .advance = advance, .bounces = true, .least = advance->still};
    bool any = true;
    for (; round.number < ROUNDS && any && !cdIsOut(&world->meter); round.number++)
        any = runRound(&round);
    round.bounces = false;
    runRound(&round);
    cdNoteImpacts(world, advance, false);
}
