// Finds velocities at the end of an advance under gravity, contacts, joints and hands [BV92 2.1].
//
// These are the velocities of the Newton-Euler equations under gravity, the forces on the bodies, their
// damping (free_motion.c) and the gyroscopic torque, changed by the impulses of the constraints over the
// advance. Impulses act at the halfway poses that the velocities at the start lead to, with the inertia
// there; jointed.c finds those of islands with joints. If the rate of a constraint there is opposite before
// and after, J v1 = -J v0, its impulse does no work; so energy and angular momentum are accurate to second
// order. (1) A contact point: with u the rate of its gap at the start, u' the rate in the middle with the
// velocities of the start, and s the excess of the gap over the margin, J v1 >= min(0, -2 s / h - u) - (u' -
// u). So the gap closes no farther than to the margin and does not close at the end; u' - u is half the
// velocity term in the acceleration constraint of a temporary hinge. The impulse is >= 0; if it is 0 the
// hinge is broken. (2) Friction by Coulomb. (3) Joints: J v1 = -(u' - u), so that an error of u does not
// persist; their limits as in (1), without a margin; and their motors. (4) A hand is a spring and a damper,
// critically damped, evaluated at the end of the advance, so that it is stable for every duration: J v1 +
// impulse / (h (c + h k)) = -k error / (c + h k), c = 2 m w, k = m w^2. It brakes rotation likewise, so that
// a body pulled off its centre follows. Impulses are kept as forces, with which the next solution begins. In
// damped islands the forces act at the end: the terms of the start vanish, and gaps close in h, not h / 2.
// (5) In a large island a contact rests at any gap up to RESTING margins, and does not close. To the margin
// would mean that of the corners of a face those carry it whose gaps are less by a rounding of the targets,
// and the forces of a whole wall would have to change with them in each step. (6) A large island
// whose contacts still approach (forced_impacts.c) is damped, too: one solution stops approaches and balances
// gravity, as in the time-stepping method of D. E. Stewart and J. C. Trinkle, "An implicit time-stepping
// scheme for rigid body dynamics with inelastic collisions and Coulomb friction", 1996. Without joints, the
// forces of damped contacts act along the normals at the start: at halfway poses, bodies that approach would
// overlap.
#include "world/island_tasks.h"

#include <math.h>

// Maximum gap of a contact at rest in a large island, in margins.
static const double RESTING = 3.0;

// --- (1), (2)

// True if a kinematic body that moves may carry the other one.
static bool isCarried(const cdWorld *world, const cdWorldPair *pair) {
    return cdIsPushing(&world->bodies[pair->bodyA]) || cdIsPushing(&world->bodies[pair->bodyB]);
}

static cdVec3 getSlip(const cdPointLocation *location) {
    cdVec3 armA = cdSub(location->placed.point, location->a.centroid),
           armB = cdSub(location->placed.point, location->b.centroid);
    return cdSub(cdAdd(location->a.velocity, cdCross(location->a.angular, armA)),
                 cdAdd(location->b.velocity, cdCross(location->b.angular, armB)));
}

// Friction against a kinematic body aims, like a hinge, at J v1 = -(u' - u), with u and u' of its tangents:
// otherwise a body that sticks to a turning one would drift outwards.
static void boundFriction(const cdPointLocation *start, const cdPointLocation *middle, double kept,
                          cdRow *rows) {
    cdVec3 change = cdSub(getSlip(middle), getSlip(start));
    for (int k = 1; k < 3; k++)
        rows[k].bound = -kept * cdDot(rows[k].direction, change);
}

// `motions`: of the pair at the start and in the middle. `rest`: maximum gap at rest.
static void addPointRows(cdWorld *world, const cdAdvance *advance, const cdWorldPair *pair,
                         const cdPairMotion motions[2], const cdContactPoint *point, double rest) {
    double h = advance->duration;
    cdPointLocation start = cdLocatePoint(&motions[0], point), location = cdLocatePoint(&motions[1], point);
    double slack = cdMax(world->margin - rest, start.placed.gap - rest);
    double lean = cdGetLean(world, cdGetPairIsland(world, pair)), kept = (1.0 - lean) / lean;
    double bound = cdMin(0.0, -slack / (h * lean) - kept * start.rate) - kept * (location.rate - start.rate);
    cdRow *rows = world->rows + world->rowCount;
    int32_t count = cdAddContactRows(world, pair, &location, bound);
    rows[0].impulse = h * point->impulse;
    if (count == 3 && isCarried(world, pair)) boundFriction(&start, &location, kept, rows);
    for (int32_t k = 1; k < count; k++)
        rows[k].impulse = h * point->friction[k - 1];
}

static void keepPointImpulses(const cdRow *rows, int32_t count, double duration, cdContactPoint *point) {
    point->impulse = rows[0].impulse / duration;
    for (int32_t k = 1; k < 3; k++)
        point->friction[k - 1] = count == 3 ? rows[k].impulse / duration : 0.0;
}

// --- (3)

static double getRate(const cdRow *row, const cdJointPlace *place) {
    return cdDot(row->direction, cdSub(place->a.velocity, place->b.velocity)) +
           cdDot(row->angularA, place->a.angular) - cdDot(row->angularB, place->b.angular);
}

static void addJoint(cdWorld *world, const cdAdvance *advance, const cdWorldJoint *joint) {
    cdWorldJoint scaled = *joint;
    for (int k = 0; k < CD_JOINT_ROWS; k++)
        scaled.impulses[k] *= advance->duration;
    int32_t a = cdGetSolverIndex(world, joint->bodyA), b = cdGetSolverIndex(world, joint->bodyB);
    cdJointPlace start = cdGetJointPlace(world, joint, CD_AT_START),
                 place = cdGetJointPlace(world, joint, CD_IN_MIDDLE);
    cdRow starting[CD_JOINT_ROWS], *rows = world->rows + world->rowCount;
    double lean = cdGetLean(world, cdGetJointIsland(world, joint)), kept = (1.0 - lean) / lean;
    int32_t count = cdMakeJointRows(&scaled, &place, advance->duration, a, b, rows);
    cdMakeJointRows(&scaled, &start, advance->duration, a, b, starting);
    double gaps[CD_LIMIT_ROWS];
    cdRow limits[CD_LIMIT_ROWS];
    cdMakeLimitRows(joint, &start, a, b, limits, gaps);
    int32_t gap = 0;
    for (int32_t k = 0; k < count; k++) {
        if (rows[k].kind == CD_ROW_BOUNDED) continue;
        double before = getRate(&starting[k], &start);
        rows[k].bound = kept * (before - getRate(&rows[k], &place));
        if (rows[k].kind == CD_ROW_PUSH) {
            double slack = cdMax(0.0, gaps[gap++]);
            rows[k].bound += cdMin(0.0, -slack / (advance->duration * lean) - kept * before);
        }
    }
    if (joint->motor.maxForce > 0.0) rows[count - 1].bound = cdGetMotorGoal(world, advance, joint);
    world->rowCount += count;
}

static int32_t countJointRows(const cdWorldJoint *joint) {
    return cdCountJointTies(joint) + cdCountJointLimits(joint) + (joint->motor.maxForce > 0.0 ? 1 : 0);
}

// --- (4)

static void addHand(cdWorld *world, const cdAdvance *advance, int32_t index) {
    const cdWorldBody *body = &world->bodies[index];
    const cdHand *hand = &body->hand;
    double h = advance->duration, w = hand->frequency, mass = body->inertia.mass;
    double spring = mass * w * w, damper = 2.0 * mass * w;
    double softness = 1.0 / (h * (damper + h * spring));
    cdMoving moving = cdGetMoving(body, CD_IN_MIDDLE);
    cdVec3 error = cdSub(cdTransformPoint(body->pose, hand->grab), hand->target);
    cdVec3 grab = cdTransformPoint(body->middle, hand->grab);
    const cdVec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    double radius = body->radius;
    for (int k = 0; k < 3; k++) {
        cdRow row =
            cdMakePointRow(CD_ROW_BOUNDED, index, world->bodyCount, grab, axes[k], moving.centroid, grab);
        row.bound = -h * spring * softness * cdDot(error, axes[k]);
        row.softness = softness;
        row.limit = hand->maxForce * h;
        world->rows[world->rowCount++] = row;
    }
    for (int k = 0; k < 3; k++) {
        cdRow row = cdMakeTurnRow(CD_ROW_BOUNDED, index, world->bodyCount, axes[k]);
        row.softness = 4.0 / (h * damper * radius * radius);
        row.limit = hand->maxForce * radius * h;
        world->rows[world->rowCount++] = row;
    }
}

// --- (5)

int32_t cdCountIslandPoints(const cdWorld *world, int32_t island) {
    int32_t count = 0;
    for (int32_t i = cdFirstPair(world, island); i >= 0; i = cdNextPair(world, i))
        if (cdTouchesInIsland(world, world->pairs[i], island)) count += world->pairs[i]->pointCount;
    return count;
}

bool cdIsLargeIsland(const cdWorld *world, int32_t island) {
    return CD_POINT_ROWS * cdCountIslandPoints(world, island) > CD_MANY_ROWS;
}

// --- An island

void cdCollectForceRows(cdWorld *world, const cdAdvance *advance, int32_t island) {
    double rest = cdIsLargeIsland(world, island) ? RESTING * world->margin : world->margin;
    world->rowCount = 0;
    for (int32_t i = cdFirstPair(world, island); i >= 0; i = cdNextPair(world, i)) {
        const cdWorldPair *pair = world->pairs[i];
        if (!cdTouchesInIsland(world, pair, island)) continue;
        const cdPairMotion motions[2] = {cdGetPairMotion(world, pair, CD_AT_START),
                                         cdGetPairMotion(world, pair, CD_IN_MIDDLE)};
        for (int32_t k = 0; k < pair->pointCount; k++)
            addPointRows(world, advance, pair, motions, &pair->points[k], rest);
    }
    for (int32_t i = cdFirstJoint(world, island); i >= 0; i = cdNextJoint(world, i)) {
        addJoint(world, advance, &world->joints[i]);
    }
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        if (world->bodies[i].held) addHand(world, advance, i);
    }
}

void cdKeepForces(cdWorld *world, const cdAdvance *advance, int32_t island) {
    int32_t at = 0;
    for (int32_t i = cdFirstPair(world, island); i >= 0; i = cdNextPair(world, i)) {
        cdWorldPair *pair = world->pairs[i];
        for (int32_t k = 0; cdTouchesInIsland(world, pair, island) && k < pair->pointCount; k++) {
            int32_t count = 1;
            while (count < 3 && at + count < world->rowCount &&
                   world->rows[at + count].kind >= CD_ROW_FRICTION)
                count++;
            keepPointImpulses(world->rows + at, count, advance->duration, &pair->points[k]);
            at += count;
        }
    }
    for (int32_t i = cdFirstJoint(world, island); i >= 0; i = cdNextJoint(world, i)) {
        cdWorldJoint *joint = &world->joints[i];
        int32_t count = countJointRows(joint);
        cdKeepJointImpulses(joint, world->rows + at, count);
        for (int k = 0; k < CD_JOINT_ROWS; k++)
            joint->impulses[k] /= advance->duration;
        at += count;
    }
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        if (!body->held) continue;
        const cdRow *rows = world->rows + at;
        body->pull =
            cdScale(1.0 / advance->duration, (cdVec3){rows[0].impulse, rows[1].impulse, rows[2].impulse});
        at += CD_HAND_ROWS;
    }
}

static void takeEndVelocities(cdWorld *world, int32_t island) {
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        cdVec3 before = cdGetAngularVelocity(body, body->middle, body->spin);
        cdVec3 change = cdSub(world->solverBodies[i].angular, before);
        body->endVelocity =
            cdCarryVelocity(&body->inertia, body->middle.q, body->pose.q, world->solverBodies[i].linear);
        body->endSpin = cdAdd(body->spin, cdGetSpin(body, body->middle, change));
    }
}

// Returns the residual speed of the joints; residuals of contacts are corrected at the targets.
static double getTieMiss(const cdWorld *world) {
    double worst = 0.0;
    for (int32_t i = 0; i < world->rowCount; i++) {
        const cdRow *row = &world->rows[i];
        if (row->kind != CD_ROW_TIE) continue;
        double miss = row->arm * fabs(row->bound - cdGetRowSpeed(row, world->solverBodies));
        if (!(miss <= worst)) worst = isfinite(miss) ? miss : INFINITY;
    }
    return worst;
}

double cdSolveForces(cdWorld *world, const cdAdvance *advance, int32_t island) {
    cdCollectForceRows(world, advance, island);
    cdRowSolution solution = {0};
    if (world->rowCount > 0) {
        double tolerance = CD_SOLVED * world->margin / advance->step,
               enough = cdGetEnough(world, advance, island);
        solution = cdIsStanding(world, advance, island) ? cdSolveStandingRows(world, tolerance, enough)
                                                        : cdSolveMovingRows(world, tolerance, enough);
        if (cdIsOut(&world->meter)) return 0.0;
        if (cdStopSqueezing(world, advance, island, &solution)) {
            world->yields = true;
            return 0.0;
        }
        world->step.worstResidual = cdMax(world->step.worstResidual, solution.residual);
        cdKeepForces(world, advance, island);
    }
    takeEndVelocities(world, island);
    return getTieMiss(world);
}

static void planUnjointed(cdWorld *world, const cdAdvance *advance, int32_t island) {
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        body->middle = body->damped ? body->pose : cdGetPoseAfter(body, advance, 0.5);
        body->stiff = false;
    }
    cdLoadSolverBodies(world, CD_IN_MIDDLE, island);
    cdForceSolverBodies(world, advance, island);
    cdSolveForces(world, advance, island);
}

// Forces act at the end in all of an island, or in none of it.
static void spreadDamping(cdWorld *world, int32_t island) {
    bool damped = false;
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i))
        damped = damped || world->bodies[i].damped;
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i))
        world->bodies[i].damped = damped;
}

static bool planIsland(cdWorld *world, const void *context, int32_t island) {
    spreadDamping(world, island);
    if (cdFirstJoint(world, island) >= 0)
        cdPlanJointed(world, context, island);
    else
        planUnjointed(world, context, island);
    return true;
}

void cdPlanVelocities(cdWorld *world, const cdAdvance *advance) {
    world->work.arrivals = 0.0;
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        world->bodies[i].endVelocity = world->bodies[i].velocity;
        world->bodies[i].endSpin = world->bodies[i].spin;
    }
    const cdIslandWork work = {.function = planIsland, .context = advance};
    cdRunIslandTasks(world, &work);
}
