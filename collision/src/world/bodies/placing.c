// Where the planned velocities lead: targets, brought back to contacts and joints.
//
// (1) The centroid moves by the mean of the velocities at both ends, which is its parabola in free flight;
// the body turns freely with the mean angular momentum (flight.h). Damped bodies move by the velocities at
// the end. (2) That is right to the second order; what is left is undone [BV92 2.2: the stage after the
// integration]: where the gap of a contact point has become less than the margin, or than it was where that
// was less, and where a joint is off, the least displacement, in the metric of the masses, that mends all to
// first order, and once more until they are within a share of the margin. A gap below half the margin grows a
// little each time, so that what was left close to another comes free. It changes no velocity. (3) Joints: a
// light body would turn by more than a first order says. So its stiffness counts (jointed.c), no body turns
// by more than half a radian at once, and a displacement after which more is off than before is made shorter.
// Contradictory demands are met as nearly as possible, but no gap is closed for the sake of a joint.
#include "world/solver/stiffness.h"
#include "world/step_work.h"

#include <math.h>

enum { CORRECTIONS = 4, TIED_CORRECTIONS = 24, SHARES = 6 };

// Share of the sum of squares: a correction that leaves more than this is the last.
static const double PROGRESS = 0.95, FINE = 1.0 / 64.0;

// Radians in one correction.
static const double CORRECTION_TURN = 0.5;

// In margins: what is left as it is, by how much small gaps grow, and displacements that are too small to
// make. Joints without contacts are brought back closer, by any displacement of more than LONE_NOTHING: what
// they are left off by would come and go as energy, and change a period by the first order of the step.
static const double GOOD = 1.0 / 64.0, GROWTH = 1.0 / 16.0, NOTHING = 1e-3;
static const double LONE_FINE = 1.0 / 4096.0, LONE_NOTHING = 1e-6;

// --- (1)

// The share of the velocity at the end in the motion through a fraction of the advance.
static double getShare(const cdWorldBody *body, double fraction) {
    return body->damped ? 1.0 : 0.5 * fraction;
}

static cdPose moveBody(const cdWorldBody *body, const cdAdvance *advance, double fraction, double share) {
    double time = fraction * advance->duration;
    cdVec3 velocity = cdLerp(body->velocity, body->endVelocity, share);
    cdVec3 spin = cdLerp(body->spin, body->endSpin, share);
    cdVec3 centroid = cdMulAdd(cdGetCentroid(body, body->pose), time, velocity);
    // Bodies that joints tie turn as far as their velocities say, or the joints would be torn.
    double turn = advance->step * cdLength(cdGetAngularVelocity(body, body->pose, spin));
    if (turn > CD_MOST_TURN && !body->stiff) time *= CD_MOST_TURN / turn;
    cdPose after = {.q = cdTurnFreely(&body->inertia, body->pose.q, spin, time)};
    after.p = cdSub(centroid, cdRotate(after.q, body->inertia.centroid));
    return after;
}

cdPose cdGetPoseAfter(const cdWorldBody *body, const cdAdvance *advance, double fraction) {
    if (!cdIsDynamic(body) || fraction == 0.0) return body->pose;
    return moveBody(body, advance, fraction, getShare(body, fraction));
}

cdPose cdGetMeanPose(const cdWorldBody *body, const cdAdvance *advance, double lean, double share) {
    return moveBody(body, advance, lean, share);
}

// --- (2)

static double getGoal(double gapBefore, double growth, double margin) {
    if (gapBefore >= margin) return margin;
    return gapBefore < 0.5 * margin ? gapBefore + growth : gapBefore;
}

typedef struct Correction {
    cdWorld *world;
    int32_t island;
    bool crossed;  // a gap that was open has closed
    double growth; // of small gaps, in margins
    double worst;  // by which something is off
    double joints; // by which joints are
    double nearer; // by which a gap is less than it was, and less than the margin
    double sum;    // of the squares of all that is off
    bool tied;     // has joints
    bool presses;  // has contact points
} Correction;

static void addPoint(Correction *correction, const cdWorldPair *pair, const cdContactPoint *point) {
    cdWorld *world = correction->world;
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    double before = cdGetPointGap(point, a->pose, b->pose),
           goal = getGoal(before, correction->growth * world->margin, world->margin);
    cdPlacedPoint placed = cdPlacePoint(point, a->target, b->target);
    cdRow row = cdMakePointRow(CD_ROW_PUSH, pair->bodyA, pair->bodyB, placed.point, placed.normal,
                               cdGetCentroid(a, a->target), cdGetCentroid(b, b->target));
    row.bound = goal - placed.gap;
    correction->worst = cdMax(correction->worst, row.bound);
    correction->nearer = cdMax(correction->nearer, row.bound - cdMax(0.0, goal - before));
    correction->crossed = correction->crossed || (before > 0.0 && !(placed.gap > 0.0));
    correction->sum += row.bound > 0.0 ? row.bound * row.bound : 0.0;
    correction->presses = true;
    world->rows[world->rowCount++] = row;
}

static void addJoint(Correction *correction, const cdWorldJoint *joint) {
    cdWorld *world = correction->world;
    cdJointPlace place = cdGetJointPlace(world, joint, CD_AT_TARGET);
    cdRow *rows = world->rows + world->rowCount;
    int32_t count = cdMakeJointCorrection(joint, &place, cdGetSolverIndex(world, joint->bodyA),
                                          cdGetSolverIndex(world, joint->bodyB), rows);
    double radius = world->bodies[joint->bodyA].radius;
    double error = cdGetJointError(joint, place.poseA, place.poseB, radius);
    correction->worst = cdMax(correction->worst, error);
    correction->joints = cdMax(correction->joints, error);
    correction->sum += error * error;
    correction->tied = true;
    world->rowCount += count;
}

static void collectErrors(Correction *correction) {
    cdWorld *world = correction->world;
    world->rowCount = 0;
    correction->crossed = false;
    correction->worst = correction->joints = correction->nearer = correction->sum = 0.0;
    for (int32_t i = 0; i < world->pairCount; i++) {
        const cdWorldPair *pair = world->pairs[i];
        if (!cdTouchesInIsland(world, pair, correction->island)) continue;
        for (int32_t k = 0; k < pair->pointCount; k++)
            addPoint(correction, pair, &pair->points[k]);
    }
    for (int32_t i = 0; i < world->jointCount; i++) {
        const cdWorldJoint *joint = &world->joints[i];
        if (joint->present && cdGetJointIsland(world, joint) == correction->island)
            addJoint(correction, joint);
    }
}

// Loads bodies at rest, so that solutions are displacements. Bodies that joints hold in their direction
// resist it.
static void loadStillBodies(cdWorld *world, int32_t island) {
    cdLoadSolverBodies(world, CD_AT_TARGET);
    for (int32_t i = 0; i < world->bodyCount; i++) {
        const cdWorldBody *body = &world->bodies[i];
        cdSolverBody *solver = &world->solverBodies[i];
        solver->linear = solver->angular = (cdVec3){0.0, 0.0, 0.0};
        if (!body->stiff || !cdIsInIsland(body, island)) continue;
        double tensor[6];
        cdTurnTensor(body->inertia.tensor, body->target.q, tensor);
        cdInvertSum(tensor, body->stiffness, solver->inverseTensor);
    }
}

// The share of a correction for which no body turns too far.
static double limitTurns(cdWorld *world, int32_t island) {
    double most = 0.0;
    for (int32_t i = 0; i < world->bodyCount; i++) {
        cdWorldBody *body = &world->bodies[i];
        if (!cdIsInIsland(body, island)) continue;
        body->placed = body->target;
        body->shift = world->solverBodies[i].linear;
        body->turn = world->solverBodies[i].angular;
        most = cdMax(most, cdLength(body->turn));
    }
    return most > CORRECTION_TURN ? CORRECTION_TURN / most : 1.0;
}

static void displace(cdWorldBody *body, double share, double least) {
    double angle = share * cdLength(body->turn);
    double way = share * cdLength(body->shift) + body->radius * angle;
    body->target = body->placed;
    if (!(way > least) || !isfinite(way)) return; // so that its way stays certified, bit for bit
    cdVec3 centroid = cdMulAdd(cdGetCentroid(body, body->target), share, body->shift);
    if (angle > 0.0) {
        cdQuat turn = cdMakeQuat(cdScale(share / angle, body->turn), angle);
        body->target.q = cdNormalizeQuat(cdMulQuat(turn, body->target.q));
    }
    body->target.p = cdSub(centroid, cdRotate(body->target.q, body->inertia.centroid));
}

// Joints and no contacts.
static bool isLone(const Correction *correction) {
    return correction->tied && !correction->presses;
}

// Returns the tolerance of joints as a share of that of contacts.
static double getFine(const Correction *correction) {
    return isLone(correction) ? LONE_FINE : FINE;
}

static void displaceIsland(const Correction *correction, double share) {
    cdWorld *world = correction->world;
    double least = (isLone(correction) ? LONE_NOTHING : NOTHING) * world->margin;
    for (int32_t k = 0; k < world->bodyCount; k++) {
        if (cdIsInIsland(&world->bodies[k], correction->island)) displace(&world->bodies[k], share, least);
    }
}

// One correction to first order, made shorter until it is one. Errors are collected before and after.
static void correct(Correction *correction) {
    cdWorld *world = correction->world;
    double before = correction->sum;
    bool crossed = correction->crossed;
    loadStillBodies(world, correction->island);
    cdSolveWorldRows(world, (correction->tied ? getFine(correction) : 0.25) * GOOD * world->margin, true);
    double most = limitTurns(world, correction->island), share = correction->tied ? most : 1.0;
    for (int i = 0; i < SHARES; i++, share *= 0.5) {
        displaceIsland(correction, share);
        collectErrors(correction);
        bool better = correction->sum < before && (crossed || !correction->crossed);
        if (better || !correction->tied) return;
    }
    displaceIsland(correction, 0.0);
    collectErrors(correction);
}

// Joints alone are brought back closer: what they were off by, and where, would come and go as energy.
static bool isOff(const Correction *correction) {
    double good = GOOD * correction->world->margin;
    return correction->worst > good || (correction->tied && correction->joints > getFine(correction) * good);
}

// Corrections, until nothing is off or they lead no farther.
static void improve(Correction *correction, int most) {
    for (int i = 0; i < most && isOff(correction) && !cdIsOut(&correction->world->meter); i++) {
        double before = correction->sum;
        correct(correction);
        if (correction->tied && !(correction->sum < PROGRESS * before)) break;
    }
}

static void keepTargets(cdWorld *world, int32_t island) {
    for (int32_t i = 0; i < world->bodyCount; i++)
        if (cdIsInIsland(&world->bodies[i], island)) world->bodies[i].planned = world->bodies[i].target;
}

static void useTargets(cdWorld *world, int32_t island) {
    for (int32_t i = 0; i < world->bodyCount; i++)
        if (cdIsInIsland(&world->bodies[i], island)) world->bodies[i].target = world->bodies[i].planned;
}

static void correctIsland(Correction *correction) {
    cdWorld *world = correction->world;
    collectErrors(correction);
    int most = correction->tied ? TIED_CORRECTIONS : CORRECTIONS;
    double nearer = cdMax(correction->nearer, GOOD * world->margin), joints = correction->joints;
    keepTargets(world, correction->island);
    improve(correction, most);
    // Where joints press contacts together not all can be as it should: no gap is to become less for it.
    if (correction->tied && (correction->crossed || correction->nearer > nearer)) {
        useTargets(world, correction->island);
        correction->growth = 0.0;
        collectErrors(correction);
        improve(correction, most);
    }
    if (correction->tied && (correction->crossed || correction->nearer > nearer) && joints <= world->margin) {
        useTargets(world, correction->island);
        collectErrors(correction);
    }
    if (!(correction->joints <= world->margin)) cdNoteStray(world, correction->island);
}

void cdNoteStray(cdWorld *world, int32_t island) {
    for (int32_t i = 0; i < world->bodyCount; i++)
        if (cdIsInIsland(&world->bodies[i], island)) world->bodies[i].strays = true;
}

bool cdHasStrays(const cdWorld *world) {
    for (int32_t i = 0; i < world->bodyCount; i++)
        if (world->bodies[i].strays) return true;
    return false;
}

void cdCorrectTargets(cdWorld *world) {
    for (int32_t i = 0; i < world->bodyCount && !cdIsOut(&world->meter); i++) {
        const cdWorldBody *body = &world->bodies[i];
        if (body->island != i || !cdIsAwake(world, i) || body->fraction == 0.0) continue;
        Correction correction = {.world = world, .island = i, .growth = GROWTH};
        correctIsland(&correction);
    }
}

void cdPlaceTargets(cdWorld *world, const cdAdvance *advance) {
    for (int32_t i = 0; i < world->bodyCount; i++) {
        cdWorldBody *body = &world->bodies[i];
        if (!cdIsDynamic(body)) continue;
        bool moves = cdIsAwake(world, body->island);
        body->target = moves ? cdGetPoseAfter(body, advance, body->fraction) : body->pose;
    }
    cdCorrectTargets(world);
}
