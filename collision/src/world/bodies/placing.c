// Targets: poses that the planned velocities lead to, corrected for contacts and joints.
//
// (1) The centroid moves by the mean of the velocities at both ends, its parabola in free flight; the body
// turns freely with the mean angular momentum (flight.h). Damped bodies move by the velocities at the end.
// (2) This is accurate to second order; the remaining errors are corrected [BV92 2.2: the stage after the
// integration]. An error is the drift of a joint, or a gap of a contact point below the margin, or below its
// previous value if that was less, unless two elements have come from beside each other. A gap that is the
// margin or more at the target does not become less than that. The correction is the minimum displacement, in
// the metric of the masses, that removes all errors to first order, repeated until they are within a fraction
// of the margin. A gap below half the margin grows a little each time, so that close bodies come free.
// Velocities do not change. Without joints, one correction turns a body by at most an eighth of a radian: a
// chip between two stones would turn beyond the first order. (3) Joints: a light body would turn beyond the
// first order. So its stiffness counts (jointed.c), no body turns by more than half a radian at once, and a
// displacement that increases the errors is shortened. Contradictory demands are met as nearly as possible,
// but no gap closes to satisfy a joint.
#include "world/contacts/touch_points.h"
#include "world/island_tasks.h"
#include "world/step_work.h"

#include <math.h>

enum { CORRECTIONS = 4, TIED_CORRECTIONS = 24, SHARES = 6 };

// A correction that leaves more than this fraction of the sum of squares is the last.
static const double PROGRESS = 0.95, FINE = 1.0 / 64.0;

// Maximum turn in one correction, radians: of an island with joints, and of a body without.
static const double CORRECTION_TURN = 0.5, LOOSE_TURN = 0.125;

// In margins: errors that are accepted, the growth of small gaps, displacements too small to apply, and the
// distance beside each other at which elements count as facing. Joints without contacts are corrected more
// closely, by any displacement above LONE_NOTHING: their remaining drift would come and go as energy, and
// change a period to first order in the step.
static const double GOOD = 1.0 / 64.0, GROWTH = 1.0 / 16.0, NOTHING = 1e-3, BESIDE = 1e-3;
static const double LONE_FINE = 1.0 / 4096.0, LONE_NOTHING = 1e-6;

// --- (1)

// Returns the share of the end velocity in the motion through a fraction of the advance.
static double getShare(const cdWorldBody *body, double fraction) {
    return body->damped ? 1.0 : 0.5 * fraction;
}

static cdPose moveBody(const cdWorldBody *body, const cdAdvance *advance, double fraction, double share) {
    double time = fraction * advance->duration;
    cdVec3 velocity = cdLerp(body->velocity, body->endVelocity, share);
    cdVec3 spin = cdLerp(body->spin, body->endSpin, share);
    double duration = time;
    // Bodies with joints turn as far as their velocities imply, or the joints would come apart.
    double turn = advance->step * cdLength(cdGetAngularVelocity(body, body->pose, spin));
    if (turn > CD_MOST_TURN && !body->stiff) time *= CD_MOST_TURN / turn;
    cdPose after = {.q = cdTurnFreely(&body->inertia, body->pose.q, spin, time)};
    velocity = cdCarryVelocity(&body->inertia, body->pose.q, cdGetMeanQuat(body->pose.q, after.q), velocity);
    cdVec3 centroid = cdMulAdd(cdGetCentroid(body, body->pose), duration, velocity);
    after.p = cdSub(centroid, cdRotate(after.q, body->inertia.centroid));
    return after;
}

cdPose cdGetPoseAfter(const cdWorldBody *body, const cdAdvance *advance, double fraction) {
    if (cdIsKinematic(body)) return cdGetScriptedPose(body, advance, fraction);
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
    bool crossed;  // true if an open gap has closed
    double growth; // growth of small gaps, in margins
    double worst;  // maximum error
    double joints; // maximum error of joints
    double nearer; // maximum decrease of a gap that is less than the margin
    double sum;    // sum of the squared errors
    bool tied;     // has joints
    bool presses;  // has contact points
    bool hasGaps;  // true if the world has gaps at the start of the advance; NAN: one that was not needed
} Correction;

// True if two elements that meet on the way begin beside each other, and face each other at the target. Where
// they begin, the line of one edge may lie behind that of the other, or a vertex behind the plane of a face,
// so their gap there sets no goal.
static bool comesFromBeside(const cdWorld *world, const cdWorldPair *pair, const cdContactPoint *point,
                            double gapBefore, double gap) {
    double height = gapBefore + (point->offsets.a + point->offsets.b);
    if (height >= 0.0 || gap > 0.0 || !cdIsTouchPoint(point)) return false;
    double slack = BESIDE * world->margin;
    cdPlacedShape a = cdGetPlacedA(world, pair), b = cdGetPlacedB(world, pair);
    if (cdDoElementsFace(point, gapBefore, slack, &a, &b)) return false;
    a.pose = cdPlaceShape(cdGetShapeA(world, pair), a.body->target);
    b.pose = cdPlaceShape(cdGetShapeB(world, pair), b.body->target);
    return cdDoElementsFace(point, gap, slack, &a, &b);
}

// A pair that touches: its shapes, and its bodies' centroids at the targets.
typedef struct PlacedPair {
    const cdWorldPair *pair;
    cdPose startA, startB, targetA, targetB;
    cdVec3 centroidA, centroidB;
} PlacedPair;

static PlacedPair placePair(const cdWorld *world, const cdWorldPair *pair) {
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    const cdWorldShape *shapeA = cdGetShapeA(world, pair), *shapeB = cdGetShapeB(world, pair);
    return (PlacedPair){.pair = pair,
                        .startA = cdPlaceShape(shapeA, a->pose),
                        .startB = cdPlaceShape(shapeB, b->pose),
                        .targetA = cdPlaceShape(shapeA, a->target),
                        .targetB = cdPlaceShape(shapeB, b->target),
                        .centroidA = cdGetCentroid(a, a->target),
                        .centroidB = cdGetCentroid(b, b->target)};
}

// Returns the gap that a point is to have at the targets. Its gap at the start counts only if that at the
// targets is less than the margin.
static double findGoal(const Correction *correction, const PlacedPair *placed, const cdContactPoint *point,
                       double gap, double *startGap) {
    const cdWorld *world = correction->world;
    if (gap >= world->margin) return world->margin;
    if (isnan(*startGap)) *startGap = cdGetPointGap(point, placed->startA, placed->startB);
    if (comesFromBeside(world, placed->pair, point, *startGap, gap)) return world->margin;
    return getGoal(*startGap, correction->growth * world->margin, world->margin);
}

static void addPoint(Correction *correction, const PlacedPair *placed, const cdContactPoint *point) {
    cdWorld *world = correction->world;
    const cdWorldPair *pair = placed->pair;
    double *startGap = &world->startGaps[world->rowCount];
    if (!correction->hasGaps) *startGap = NAN;
    cdPlacedPoint at = cdPlacePoint(point, placed->targetA, placed->targetB);
    cdRow row = cdMakePointRow(CD_ROW_PUSH, pair->bodyA, pair->bodyB, at.point, at.normal, placed->centroidA,
                               placed->centroidB);
    double goal = findGoal(correction, placed, point, at.gap, startGap);
    row.bound = goal - at.gap;
    correction->worst = cdMax(correction->worst, row.bound);
    correction->sum += row.bound > 0.0 ? row.bound * row.bound : 0.0;
    if (!(at.gap >= world->margin)) {
        correction->nearer = cdMax(correction->nearer, row.bound - cdMax(0.0, goal - *startGap));
        correction->crossed = correction->crossed || (*startGap > 0.0 && !(at.gap > 0.0));
    }
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
    for (int32_t i = cdFirstPair(world, correction->island); i >= 0; i = cdNextPair(world, i)) {
        const cdWorldPair *pair = world->pairs[i];
        if (pair->pointCount == 0 || !cdTouchesInIsland(world, pair, correction->island)) continue;
        PlacedPair placed = placePair(world, pair);
        for (int32_t k = 0; k < pair->pointCount; k++)
            addPoint(correction, &placed, &pair->points[k]);
    }
    correction->hasGaps = true;
    for (int32_t i = cdFirstJoint(world, correction->island); i >= 0; i = cdNextJoint(world, i)) {
        addJoint(correction, &world->joints[i]);
    }
}

static void stopBody(cdSolverBody *solver) {
    solver->linear = solver->angular = (cdVec3){0.0, 0.0, 0.0};
}

// Loads bodies with zero velocity, so that solutions are displacements. Stiffness of joints resists them.
static void loadStillBodies(cdWorld *world, int32_t island) {
    cdLoadRowBodies(world, CD_AT_TARGET, island);
    for (int32_t i = 0; i < world->rowCount; i++) {
        stopBody(&world->solverBodies[world->rows[i].bodyA]);
        stopBody(&world->solverBodies[world->rows[i].bodyB]);
    }
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        cdSolverBody *solver = &world->solverBodies[i];
        stopBody(solver);
        if (!body->stiff) continue;
        double tensor[6];
        cdTurnTensor(body->inertia.tensor, body->target.q, tensor);
        cdInvertStiff(body, body->target.q, tensor, solver->inverseTensor);
    }
}

// Takes the solver's displacements. Returns the fraction of them that turns no body too far.
static double takeDisplacements(const Correction *correction) {
    cdWorld *world = correction->world;
    double most = 0.0;
    for (int32_t i = cdFirstBody(world, correction->island); i >= 0; i = cdNextBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        body->placed = body->target;
        body->shift = world->solverBodies[i].linear;
        body->turn = world->solverBodies[i].angular;
        double turn = cdLength(body->turn);
        double share = !correction->tied && turn > LOOSE_TURN ? LOOSE_TURN / turn : 1.0;
        body->shift = cdScale(share, body->shift);
        body->turn = cdScale(share, body->turn);
        most = cdMax(most, turn);
    }
    return correction->tied && most > CORRECTION_TURN ? CORRECTION_TURN / most : 1.0;
}

static void displace(cdWorldBody *body, double share, double least) {
    double angle = share * cdLength(body->turn);
    double way = share * cdLength(body->shift) + body->radius * angle;
    body->target = body->placed;
    if (!(way > least) || !isfinite(way)) return; // so that its path stays certified, bit for bit
    cdVec3 centroid = cdMulAdd(cdGetCentroid(body, body->target), share, body->shift);
    if (angle > 0.0) {
        cdQuat turn = cdMakeQuat(cdScale(share / angle, body->turn), angle);
        body->target.q = cdNormalizeQuat(cdMulQuat(turn, body->target.q));
    }
    body->target.p = cdSub(centroid, cdRotate(body->target.q, body->inertia.centroid));
}

// True with joints and without contacts.
static bool isLone(const Correction *correction) {
    return correction->tied && !correction->presses;
}

// Returns the tolerance of joints as a fraction of that of contacts.
static double getFine(const Correction *correction) {
    return isLone(correction) ? LONE_FINE : FINE;
}

static void displaceIsland(const Correction *correction, double share) {
    cdWorld *world = correction->world;
    double least = (isLone(correction) ? LONE_NOTHING : NOTHING) * world->margin;
    for (int32_t k = cdFirstBody(world, correction->island); k >= 0; k = cdNextBody(world, k)) {
        displace(&world->bodies[k], share, least);
    }
}

// Applies a first-order correction, shortened until it reduces the errors. Collects errors before and after.
static void correct(Correction *correction) {
    cdWorld *world = correction->world;
    double before = correction->sum;
    bool crossed = correction->crossed;
    loadStillBodies(world, correction->island);
    cdSolveErrorRows(world, (correction->tied ? getFine(correction) : 0.25) * GOOD * world->margin);
    double share = takeDisplacements(correction);
    for (int i = 0; i < SHARES; i++, share *= 0.5) {
        displaceIsland(correction, share);
        collectErrors(correction);
        bool better = correction->sum < before && (crossed || !correction->crossed);
        if (better || !correction->tied) return;
    }
    displaceIsland(correction, 0.0);
    collectErrors(correction);
}

// Joints alone are corrected more closely, since their drift would come and go as energy.
static bool isOff(const Correction *correction) {
    double good = GOOD * correction->world->margin;
    return correction->worst > good || (correction->tied && correction->joints > getFine(correction) * good);
}

// Repeats corrections until there are no errors or no progress.
static void improve(Correction *correction, int most) {
    for (int i = 0; i < most && isOff(correction) && !cdIsOut(&correction->world->meter); i++) {
        double before = correction->sum;
        correct(correction);
        if (correction->tied && !(correction->sum < PROGRESS * before)) break;
    }
}

static void keepTargets(cdWorld *world, int32_t island) {
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i))
        world->bodies[i].planned = world->bodies[i].target;
}

static void useTargets(cdWorld *world, int32_t island) {
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i))
        world->bodies[i].target = world->bodies[i].planned;
}

static void correctIsland(Correction *correction) {
    cdWorld *world = correction->world;
    collectErrors(correction);
    int most = correction->tied ? TIED_CORRECTIONS : CORRECTIONS;
    double nearer = cdMax(correction->nearer, GOOD * world->margin), joints = correction->joints;
    keepTargets(world, correction->island);
    improve(correction, most);
    // If joints press contacts together, not all errors can be corrected; no gap may decrease for it.
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
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i))
        world->bodies[i].strays = true;
}

bool cdHasStrays(const cdWorld *world) {
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i))
        if (world->bodies[i].strays) return true;
    return false;
}

static bool moves(const cdWorld *world, const void *context, int32_t island) {
    (void)context;
    return world->bodies[island].fraction != 0.0;
}

static bool isBlocked(const cdWorld *world, const void *context, int32_t island) {
    return world->islandParts[island].blocked && moves(world, context, island);
}

static bool correctOne(cdWorld *world, const void *context, int32_t island) {
    (void)context;
    Correction correction = {.world = world, .island = island, .growth = GROWTH};
    correctIsland(&correction);
    return true;
}

// A contact point found after the islands may connect two of them; then their order counts.
static void correctTargets(cdWorld *world, cdIslandCondition *condition) {
    const cdIslandWork work = {.function = correctOne, .condition = condition};
    if (world->tasks.run != NULL && cdAreIslandsApart(world))
        cdRunIslandTasks(world, &work);
    else
        cdRunIslandsInOrder(world, &work);
}

void cdCorrectTargets(cdWorld *world) {
    correctTargets(world, isBlocked);
}

void cdPlaceTargets(cdWorld *world, const cdAdvance *advance) {
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        if (cdIsKinematic(body)) body->target = cdGetScriptedPose(body, advance, body->fraction);
        if (!cdIsDynamic(body)) continue;
        bool moves = cdIsAwake(world, body->island);
        body->target = moves ? cdGetPoseAfter(body, advance, body->fraction) : body->pose;
    }
    correctTargets(world, moves);
}
