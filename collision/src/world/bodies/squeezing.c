// Bodies that moving kinematic ones push: those that cannot give way stop the kinematic bodies; the work
// done.
//
// (1) A body that is pressed between a moving kinematic body and something that does not move makes the rows
// of its island contradict each other: the solver does not converge, and rows miss a part of the speed of the
// push. With n bodies between both, a row misses at least about 1 / (n + 1) of it. Friction may miss as much
// where nothing is squeezed: so the rows are solved again with bounded friction (bounded_friction.c). If they
// still contradict each other, the kinematic bodies that touch the island stop for the step, and so do those
// that its joints pull. (2) Before the bodies touch,
// only the positions contradict each other. Where contacts on the paths cannot be resolved, the kinematic
// bodies around are slowed by halves, then stopped; so where corrections displace a body by a multiple of its
// way, as between surfaces that are parallel but for rounding. Where joints cannot be corrected, they stop.
// (3) Work: an impulse J on a body, at a point where the kinematic body moves at v, does the work J v in the
// frame of the world, and in that of the kinematic body only dissipates.
#include "world/contacts/clearance.h"
#include "world/step_work.h"

#include <math.h>
#include <string.h>

// Fraction of the speed of a push that a row misses, and margins a step below which a miss counts as none.
static const double SQUEEZED = 1.0 / 64.0, HARMLESS = 1.0 / 16.0;

// Ratio of a correction to the greatest way, and of a body's speed to that of the push, above which the body
// is pinched out.
static const double PINCHED = 64.0, THROWN = 16.0;

// Speeds that bodies have without a push may grow by this factor in collisions.
static const double GIVEN = 2.0;

// A body that is slower than this fraction of its script stops.
static const double SLOWEST = 1.0 / 64.0;

// --- (1)

// Returns the part of a row's speed that is due to kinematic bodies.
static double getPushedSpeed(const cdWorld *world, const cdRow *row) {
    double speed = 0.0;
    for (int side = 0; side < 2; side++) {
        int32_t index = side == 0 ? row->bodyA : row->bodyB;
        if (index == world->bodyCount || !cdIsPushing(&world->bodies[index])) continue;
        const cdSolverBody *body = &world->solverBodies[index];
        double own = cdDot(row->direction, body->linear) +
                     cdDot(side == 0 ? row->angularA : row->angularB, body->angular);
        speed += side == 0 ? own : -own;
    }
    return speed;
}

static bool isContradictory(const cdWorld *world, const cdAdvance *advance) {
    double fastest = 0.0, worst = 0.0;
    for (int32_t i = 0; i < world->rowCount; i++) {
        const cdRow *row = &world->rows[i];
        fastest = cdMax(fastest, fabs(getPushedSpeed(world, row)));
        if ((row->kind != CD_ROW_PUSH && row->kind != CD_ROW_TIE) || row->share == 0.0) continue;
        double miss = row->bound - cdGetRowSpeed(row, world->solverBodies);
        miss = row->arm * (row->kind == CD_ROW_TIE ? fabs(miss) : miss);
        if (!(miss <= worst)) worst = isfinite(miss) ? miss : INFINITY;
    }
    return fastest > 0.0 && worst > cdMax(SQUEEZED * fastest, HARMLESS * world->margin / advance->step);
}

static bool hasOtherRows(const cdWorld *world) {
    for (int32_t i = 0; i < world->rowCount; i++)
        if (world->rows[i].kind == CD_ROW_BOUNDED || world->rows[i].kind == CD_ROW_TIE) return true;
    return false;
}

// Returns a bound of the speed of a body's points before constraints act.
static double getFreeSpeed(const cdWorldBody *body, double duration) {
    const double *inverse = body->inertia.inverse;
    double turn = cdLength(cdGetAngularVelocity(body, body->pose, body->spin)) +
                  duration * cdLength(body->moment) * (inverse[0] + inverse[1] + inverse[2]);
    return cdLength(body->velocity) + duration * cdLength(body->acceleration) + body->radius * turn;
}

// True if a push throws a body of the island out at a multiple of its speed: between surfaces that are
// parallel but for rounding. Joints, motors and hands may accelerate bodies as much.
static bool isPinched(const cdWorld *world, const cdAdvance *advance, int32_t island) {
    double given = 0.0, fastest = 0.0, reached = 0.0;
    for (int32_t i = 0; i < world->rowCount; i++)
        fastest = cdMax(fastest, fabs(getPushedSpeed(world, &world->rows[i])));
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        const cdSolverBody *solver = &world->solverBodies[i];
        given = cdMax(given, getFreeSpeed(body, advance->duration));
        reached = cdMax(reached, cdLength(solver->linear) + body->radius * cdLength(solver->angular));
    }
    return fastest > 0.0 && reached > THROWN * fastest + GIVEN * given && !hasOtherRows(world);
}

// Returns the kinematic body of a pair that moves and touches the island; -1: none.
static int32_t findPusher(const cdWorld *world, const cdWorldPair *pair, int32_t island) {
    if (!cdTouchesInIsland(world, pair, island)) return -1;
    if (cdIsPushing(&world->bodies[pair->bodyA])) return pair->bodyA;
    return cdIsPushing(&world->bodies[pair->bodyB]) ? pair->bodyB : -1;
}

static void slowPusher(cdWorld *world, const cdAdvance *advance, const cdWorldPair *pair, int32_t pusher,
                       double share) {
    bool first = pair->bodyA == pusher;
    cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    cdPlacedPoint placed = cdPlacePairPoint(world, pair, &pair->points[0], CD_AT_START);
    cdSlowScript(first ? a : b, advance, share, first ? pair->bodyB : pair->bodyA, placed.point,
                 first ? placed.normal : cdNegate(placed.normal));
    world->bodies[pusher].script.stopped = share == 0.0;
}

// Stops the kinematic bodies that touch an island for the step. True if there are any.
static bool stopPushers(cdWorld *world, const cdAdvance *advance, int32_t island) {
    bool any = false;
    for (int32_t i = cdFirstPair(world, island); i >= 0; i = cdNextPair(world, i)) {
        const cdWorldPair *pair = world->pairs[i];
        int32_t pusher = findPusher(world, pair, island);
        if (pusher >= 0) slowPusher(world, advance, pair, pusher, 0.0);
        any = any || pusher >= 0;
    }
    return any;
}

// Same for those that an island's joints tie to it.
static bool stopPullers(cdWorld *world, const cdAdvance *advance, int32_t island) {
    const cdVec3 none = {0.0, 0.0, 0.0};
    bool any = false;
    for (int32_t i = cdFirstJoint(world, island); i >= 0; i = cdNextJoint(world, i)) {
        const cdWorldJoint *joint = &world->joints[i];
        for (int side = 0; side < 2; side++) {
            int32_t puller = side == 0 ? joint->bodyA : joint->bodyB,
                    other = side == 0 ? joint->bodyB : joint->bodyA;
            if (puller < 0 || !cdIsPushing(&world->bodies[puller])) continue;
            cdWorldBody *body = &world->bodies[puller];
            cdVec3 point = cdTransformPoint(world->bodies[joint->bodyA].pose, joint->pointA);
            cdSlowScript(body, advance, 0.0, other, point, none);
            body->script.stopped = true;
            any = true;
        }
    }
    return any;
}

// Impulses of a contradiction must not be the start of the next solution.
static void forgetImpulses(cdWorld *world, int32_t island) {
    for (int32_t i = cdFirstPair(world, island); i >= 0; i = cdNextPair(world, i)) {
        cdWorldPair *pair = world->pairs[i];
        for (int32_t k = 0; cdTouchesInIsland(world, pair, island) && k < pair->pointCount; k++)
            pair->points[k].impulse = pair->points[k].friction[0] = pair->points[k].friction[1] = 0.0;
    }
    for (int32_t i = cdFirstJoint(world, island); i >= 0; i = cdNextJoint(world, i)) {
        cdWorldJoint *joint = &world->joints[i];
        memset(joint->impulses, 0, sizeof joint->impulses);
    }
}

// True if friction alone kept a solution from converging; solves the rows again.
static bool givesWay(cdWorld *world, const cdAdvance *advance, const cdRowSolution *solution) {
    double tolerance = CD_SOLVED * world->margin / advance->step;
    return isfinite(solution->residual) && cdSolveBoundedFriction(world, tolerance) &&
           !isContradictory(world, advance);
}

bool cdStopSqueezing(cdWorld *world, const cdAdvance *advance, int32_t island,
                     const cdRowSolution *solution) {
    if (!world->pushes) return false;
    bool misses =
        !solution->converged && isContradictory(world, advance) && !givesWay(world, advance, solution);
    if (cdIsOut(&world->meter)) return misses; // the next solution ends at once
    if (!misses && !isPinched(world, advance, island)) return false;
    bool pushed = stopPushers(world, advance, island), any = stopPullers(world, advance, island) || pushed;
    if (any) forgetImpulses(world, island);
    return any;
}

// --- (2)

// The moving kinematic bodies that touch an island slow down.
static bool yieldToIsland(cdWorld *world, const cdAdvance *advance, int32_t island) {
    bool any = false;
    for (int32_t i = cdFirstPair(world, island); i >= 0; i = cdNextPair(world, i)) {
        const cdWorldPair *pair = world->pairs[i];
        int32_t pusher = findPusher(world, pair, island);
        if (pusher < 0) continue;
        double slow = world->bodies[pusher].script.slow;
        slowPusher(world, advance, pair, pusher, slow > SLOWEST ? 0.5 : 0.0);
        any = true;
    }
    return any;
}

bool cdYieldToPair(cdWorld *world, const cdAdvance *advance, int32_t pair) {
    if (!world->pushes || pair < 0) return false;
    int32_t a = world->bodies[world->pairs[pair]->bodyA].island,
            b = world->bodies[world->pairs[pair]->bodyB].island;
    bool first = yieldToIsland(world, advance, a);
    return (b != a && yieldToIsland(world, advance, b)) || first;
}

// Returns the greatest way that the bodies of an island and kinematic bodies plan.
static double getPlannedWay(const cdWorld *world, const cdAdvance *advance, int32_t island) {
    double way = 0.0;
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        if (body->island != island && !cdIsPushing(body)) continue;
        cdPose planned = cdGetPoseAfter(body, advance, body->fraction);
        way = cdMax(way, cdGetWayBound(body->center, body->core, body->pose, planned));
    }
    return way;
}

bool cdYieldToSlips(cdWorld *world, const cdAdvance *advance) {
    for (int32_t i = cdFirstActiveBody(world); i >= 0 && world->pushes; i = cdNextActiveBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        if (!cdIsDynamic(body) || body->stiff || !cdIsAwake(world, body->island)) continue;
        cdPose planned = cdGetPoseAfter(body, advance, body->fraction);
        double slip = cdGetWayBound(body->center, body->core, planned, body->target);
        if (!(slip > PINCHED * world->margin)) continue;
        if (slip > PINCHED * getPlannedWay(world, advance, body->island) &&
            yieldToIsland(world, advance, body->island))
            return true;
    }
    return false;
}

bool cdStopForStrays(cdWorld *world, const cdAdvance *advance) {
    bool any = false;
    for (int32_t i = cdFirstIsland(world); i >= 0 && world->pushes; i = cdNextIsland(world, i)) {
        if (!world->bodies[i].strays) continue;
        any = stopPushers(world, advance, i) || any;
        any = stopPullers(world, advance, i) || any;
    }
    return any;
}

// --- (3)

double cdGetPushedWork(const cdWorld *world) {
    double work = 0.0;
    for (int32_t i = 0; i < world->rowCount && world->pushes; i++)
        work -= world->rows[i].impulse * getPushedSpeed(world, &world->rows[i]);
    return work;
}

static cdVec3 getVelocityAt(const cdMoving *moving, cdVec3 point) {
    return cdAdd(moving->velocity, cdCross(moving->angular, cdSub(point, moving->centroid)));
}

// Returns the power on the other body of a pair.
static double getPointPower(const cdWorld *world, const cdWorldPair *pair, const cdContactPoint *point,
                            bool first) {
    const cdPairMotion motion = cdGetPairMotion(world, pair, CD_IN_MIDDLE);
    cdPointLocation location = cdLocatePoint(&motion, point);
    cdVec3 tangents[2];
    cdMakeTangents(location.placed.normal, tangents);
    cdVec3 force = cdScale(point->impulse, location.placed.normal); // on A
    for (int k = 0; k < 2; k++)
        force = cdMulAdd(force, point->friction[k], tangents[k]);
    double power = cdDot(force, getVelocityAt(first ? &location.a : &location.b, location.placed.point));
    return first ? -power : power;
}

double cdGetPushingWork(const cdWorld *world, const cdAdvance *advance, int32_t island) {
    double work = 0.0;
    for (int32_t i = cdFirstPair(world, island); i >= 0 && world->pushes; i = cdNextPair(world, i)) {
        const cdWorldPair *pair = world->pairs[i];
        int32_t pusher = findPusher(world, pair, island);
        if (pusher < 0) continue;
        bool first = pusher == pair->bodyA;
        double time = advance->duration * world->bodies[first ? pair->bodyB : pair->bodyA].fraction;
        for (int32_t k = 0; k < pair->pointCount; k++)
            work += time * getPointPower(world, pair, &pair->points[k], first);
    }
    return work;
}
