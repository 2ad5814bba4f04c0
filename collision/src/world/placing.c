// Where the planned velocities lead: targets, brought back to contacts and joints.
//
// (1) The centroid moves by the mean of the velocities at both ends, which is its parabola in free flight;
// the body turns freely with the mean angular momentum (flight.h). (2) That is right to the second order;
// what is left is undone [BV92 2.2: the stage after the integration]: where the gap of a contact point has
// become less than the margin, or than it was where that was less, and where a joint is off, the least
// displacement, in the metric of the masses, that mends all to first order, and once more until they are
// within a share of the margin. A gap below half the margin grows a little each time, so that what was left
// close to another comes free. It changes no velocity.
#include "world/step_work.h"

#include <math.h>

enum { CORRECTIONS = 4 };

// In margins: what is left as it is, by how much small gaps grow, and displacements that are none.
static const double GOOD = 1.0 / 64.0, GROWTH = 1.0 / 16.0, NOTHING = 1e-3;

// --- (1)

cdPose cdGetPoseAfter(const cdWorldBody *body, const cdAdvance *advance, double fraction) {
    if (!cdIsDynamic(body) || fraction == 0.0) return body->pose;
    double time = fraction * advance->duration, half = 0.5 * fraction;
    cdVec3 velocity = cdLerp(body->velocity, body->endVelocity, half);
    cdVec3 spin = cdLerp(body->spin, body->endSpin, half);
    cdVec3 centroid = cdMulAdd(cdGetCentroid(body, body->pose), time, velocity);
    double turn = advance->step * cdLength(cdGetAngularVelocity(body, body->pose, spin));
    if (turn > CD_MOST_TURN) time *= CD_MOST_TURN / turn;
    cdPose after = {.q = cdTurnFreely(&body->inertia, body->pose.q, spin, time)};
    after.p = cdSub(centroid, cdRotate(after.q, body->inertia.centroid));
    return after;
}

// --- (2)

static double getGoal(double gapBefore, double margin) {
    if (gapBefore >= margin) return margin;
    return gapBefore < 0.5 * margin ? gapBefore + GROWTH * margin : gapBefore;
}

typedef struct Correction {
    cdWorld *world;
    int32_t island;
    double worst;  // by which something is off
    double joints; // by which joints are
} Correction;

static void addPoint(Correction *correction, const cdWorldPair *pair, const cdContactPoint *point) {
    cdWorld *world = correction->world;
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    double goal = getGoal(cdGetPointGap(point, a->pose, b->pose), world->margin);
    cdPlacedPoint placed = cdPlacePoint(point, a->target, b->target);
    cdRow row = cdMakePointRow(CD_ROW_PUSH, pair->bodyA, pair->bodyB, placed.point, placed.normal,
                               cdGetCentroid(a, a->target), cdGetCentroid(b, b->target));
    row.bound = goal - placed.gap;
    correction->worst = cdMax(correction->worst, row.bound);
    world->rows[world->rowCount++] = row;
}

static void addJoint(Correction *correction, const cdWorldJoint *joint) {
    cdWorld *world = correction->world;
    cdJointPlace place = cdGetJointPlace(world, joint, CD_AT_TARGET);
    cdRow *rows = world->rows + world->rowCount;
    int32_t count = cdMakeJointCorrection(joint, &place, cdGetSolverIndex(world, joint->bodyA),
                                          cdGetSolverIndex(world, joint->bodyB), rows);
    double radius = world->bodies[joint->bodyA].surface->info.radius;
    double error = cdGetJointError(joint, place.poseA, place.poseB, radius);
    correction->worst = cdMax(correction->worst, error);
    correction->joints = cdMax(correction->joints, error);
    world->rowCount += count;
}

static void collectErrors(Correction *correction) {
    cdWorld *world = correction->world;
    world->rowCount = 0;
    correction->worst = correction->joints = 0.0;
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

// What moves them is a displacement here.
static void loadStillBodies(cdWorld *world) {
    cdLoadSolverBodies(world, CD_AT_TARGET);
    for (int32_t i = 0; i < world->bodyCount; i++)
        world->solverBodies[i].linear = world->solverBodies[i].angular = (cdVec3){0.0, 0.0, 0.0};
}

static void displace(cdWorldBody *body, const cdSolverBody *by, double margin) {
    double angle = cdLength(by->angular);
    double way = cdLength(by->linear) + body->surface->info.radius * angle;
    if (way <= NOTHING * margin) return; // so that its way stays certified, bit for bit
    cdVec3 centroid = cdAdd(cdGetCentroid(body, body->target), by->linear);
    if (angle > 0.0) {
        cdQuat turn = cdMakeQuat(cdScale(1.0 / angle, by->angular), angle);
        body->target.q = cdNormalizeQuat(cdMulQuat(turn, body->target.q));
    }
    body->target.p = cdSub(centroid, cdRotate(body->target.q, body->inertia.centroid));
}

static void correctIsland(Correction *correction) {
    cdWorld *world = correction->world;
    for (int i = 0;; i++) {
        collectErrors(correction);
        if (correction->worst <= GOOD * world->margin) return;
        if (i == CORRECTIONS) break;
        loadStillBodies(world);
        cdSolveWorldRows(world, 0.25 * GOOD * world->margin);
        for (int32_t k = 0; k < world->bodyCount; k++) {
            if (cdIsInIsland(&world->bodies[k], correction->island))
                displace(&world->bodies[k], &world->solverBodies[k], world->margin);
        }
    }
    if (correction->joints > world->margin) world->strays = true;
}

void cdCorrectTargets(cdWorld *world) {
    world->strays = false;
    for (int32_t i = 0; i < world->bodyCount; i++) {
        const cdWorldBody *body = &world->bodies[i];
        if (body->island != i || !cdIsAwake(world, i) || body->fraction == 0.0) continue;
        Correction correction = {.world = world, .island = i};
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
