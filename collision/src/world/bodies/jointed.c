// Islands with joints: finds the poses at which forces act together with the velocities at the end.
//
// The implicit midpoint rule: forces act at the halfway poses (bodies.middle), which depend on the velocities
// at the end, which the forces determine. (1) The middle follows from the velocities known so far, repeatedly
// until it converges. (2) A light link under a heavy load swings far faster than an advance can follow; by
// (1) alone its middle would oscillate with growing amplitude. So each round is a step of Newton's method:
// the forces of the previous round give each body a stiffness (stiffness.h), added h^2 / 4 times to its
// tensor. This does not change the converged result. If a body's own swing is slow against the advance, the
// end velocity has only half the share in the middle: this conserves the energy of fast spins better and is
// stable there. (3) An island strays if it does not converge, turns too far, or the solver misses its joints.
// Then the advance is shortened, and later (advance.c) its bodies are damped: forces act at the end, which
// removes energy from all fast motion and is stable for any step. Source: M. Tournier, M. Nesme, B. Gilles,
// F. Faure, "Stable constrained dynamics", 2015.
#include "world/contacts/clearance.h"
#include "world/solver/stiffness.h"
#include "world/step_work.h"

#include <math.h>
#include <string.h>

enum { MIN_ROUNDS = 2, MAX_ROUNDS = 12 }; // iterations for the middle of islands with joints

// Movement of the middle in a round, as a fraction of a body's radius: converged if less than FOUND, diverged
// if more than LOST.
static const double FOUND = 1e-4, LOST = 1e-2, LOST_DAMPED = 0.3;

// In margins a step, and an advance: a solution whose joints drift by more than both is invalid.
static const double MISSED = 16.0, MISSED_WAY = 0.25;

// Square of half an advance times a body's own frequency, above which the body is stiff.
static const double STIFF = 0.25;

// Radians in an advance: an island that turns by more has not converged.
static const double MOST_TURN = 1.5;

double cdGetLean(const cdWorld *world, int32_t island) {
    return world->bodies[island].damped ? 1.0 : 0.5;
}

// --- (2)

// Returns the sum of the torques across the axes that a joint keeps.
static double getTying(const cdWorldJoint *joint) {
    double sum = 0.0;
    for (int32_t i = cdCountJointPoints(joint); i < cdCountJointTies(joint); i++)
        sum += fabs(joint->impulses[i]);
    return sum;
}

static void addJointStiffness(cdWorld *world, const cdWorldJoint *joint, double scale) {
    cdJointPlace place = cdGetJointPlace(world, joint, CD_IN_MIDDLE);
    cdVec3 force = cdScale(scale, cdGetJointForce(joint, &place));
    double turning = 0.5 * scale * getTying(joint);
    cdVec3 pointA = cdTransformPoint(place.poseA, joint->pointA);
    for (int side = 0; side < 2; side++) {
        int32_t index = side == 0 ? joint->bodyA : joint->bodyB;
        if (index < 0 || !cdIsDynamic(&world->bodies[index])) continue;
        cdWorldBody *body = &world->bodies[index];
        bool far = side == 0 || joint->kind == CD_JOINT_SLIDER;
        cdVec3 point = far ? pointA : cdTransformPoint(body->middle, joint->pointB);
        cdVec3 arm = cdSub(point, cdGetCentroid(body, body->middle));
        cdAddForceStiffness(body->stiffness, arm, side == 0 ? force : cdNegate(force));
        for (int k = 0; k < 3; k++)
            body->stiffness[k] += turning;
    }
}

static void findStiffness(cdWorld *world, const cdAdvance *advance, int32_t island) {
    double reach = cdGetLean(world, island) * advance->duration;
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        memset(world->bodies[i].stiffness, 0, sizeof world->bodies[i].stiffness);
    }
    for (int32_t i = cdFirstJoint(world, island); i >= 0; i = cdNextJoint(world, i)) {
        addJointStiffness(world, &world->joints[i], reach * reach);
    }
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        cdMakeNonNegative(world->bodies[i].stiffness);
        world->bodies[i].stiff = true;
    }
}

// Adds their stiffness to the solver's bodies, linearized at the end velocities known so far.
static void stiffenBodies(cdWorld *world, const cdAdvance *advance, int32_t island) {
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        cdSolverBody *solver = &world->solverBodies[i];
        double tensor[6];
        cdTurnTensor(body->inertia.tensor, body->middle.q, tensor);
        double share = cdGetImpulseShare(body->angularDamping, advance->duration);
        for (int k = 0; k < 6; k++)
            tensor[k] /= share;
        cdInvertStiff(body, body->middle.q, tensor, solver->inverseTensor);
        cdVec3 ahead = cdSub(cdGetAngularVelocity(body, body->middle, body->endSpin), solver->angular);
        cdVec3 pull = cdMulTensor(body->stiffness, ahead);
        solver->angular = cdAdd(solver->angular, cdMulTensor(solver->inverseTensor, pull));
    }
}

// --- (1)

// Finds the poses at which forces act, from the velocities at both ends known so far. Returns the maximum
// change, as a fraction of the body's radius.
static double findMiddles(cdWorld *world, const cdAdvance *advance, int32_t island, double share) {
    double most = 0.0, lean = cdGetLean(world, island);
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        cdPose before = body->middle;
        body->middle = cdGetMeanPose(body, advance, lean, share);
        double moved = cdGetWayBound(body->center, body->core, before, body->middle);
        most = cdMax(most, moved / body->radius);
    }
    return most;
}

// True if a body swings faster than the advance can follow.
static bool isStiff(const cdWorld *world, int32_t island) {
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        const double *k = body->stiffness;
        double t[6];
        cdTurnTensor(body->inertia.inverse, body->middle.q, t);
        double ratio =
            t[0] * k[0] + t[1] * k[1] + t[2] * k[2] + 2.0 * (t[3] * k[3] + t[4] * k[4] + t[5] * k[5]);
        if (!(ratio <= STIFF)) return true;
    }
    return false;
}

// --- (3)

static bool turnsFar(const cdWorld *world, const cdAdvance *advance, int32_t island) {
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        double speed = cdLength(cdGetAngularVelocity(body, body->middle, body->endSpin));
        if (!(speed * advance->duration <= MOST_TURN)) return true;
    }
    return false;
}

// An invalid solution must not be the start of the next.
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

void cdPlanJointed(cdWorld *world, const cdAdvance *advance, int32_t island) {
    double moved = 0.0, lean = cdGetLean(world, island), share = 0.5 * lean;
    for (int round = 0; round < MAX_ROUNDS; round++) {
        moved = findMiddles(world, advance, island, share);
        if (round >= MIN_ROUNDS && moved <= FOUND) break;
        findStiffness(world, advance, island);
        if (isStiff(world, island)) share = lean;
        cdLoadSolverBodies(world, CD_IN_MIDDLE, island);
        cdForceSolverBodies(world, advance, island);
        stiffenBodies(world, advance, island);
        double most = world->margin * cdMax(MISSED / advance->step, MISSED_WAY / advance->duration);
        bool holds = cdSolveForces(world, advance, island) <= most;
        if (cdIsOut(&world->meter) || world->yields) return;
        if (!holds) {
            forgetImpulses(world, island);
            moved = INFINITY;
            break;
        }
    }
    if (!(moved <= (world->bodies[island].damped ? LOST_DAMPED : LOST)) || turnsFar(world, advance, island))
        cdNoteStray(world, island);
}
