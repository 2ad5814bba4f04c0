// Motion of bodies without contacts: gravity, forces, torques, damping, limits of speed.
//
// Input: the forces on each body. Output: its velocity and angular momentum after an advance, for prediction
// and as the start of the solver.
//
// (1) Forces are constant over a step. With damping c the velocity obeys v' = a - c v, whose solution after h
// is v e + a h s, e = exp(-c h), s = (1 - e) / (c h); the angular momentum likewise with the torque. An
// impulse of the solver is a force spread over the advance, too. So its effect has the factor s: the solver's
// inverse masses have it. A resting body is thus carried by exactly its weight. (2) The path is that between
// both velocities, to second order (placing.c). (3) Without forces damping turns no angular momentum, and the
// rotational energy falls with the square of its length.
#include "foundation/numbers/functions.h"
#include "foundation/numbers/rounding.h"
#include "world/step_work.h"

#include <math.h>

// --- (1)

static bool isZero(cdVec3 v) {
    return v.x == 0.0 && v.y == 0.0 && v.z == 0.0;
}

// Own axes turn during the step: then a force is reduced to its free component where it acts.
static void lockForces(cdWorldBody *body, cdVec3 torque) {
    const cdInertia *inertia = &body->inertia;
    if (!inertia->ownAxes) {
        body->acceleration = cdFreePart(inertia->lockedWays, body->acceleration);
        body->pace = cdLength(body->acceleration);
        body->moment = cdFreePart(inertia->lockedTurns, torque);
        return;
    }
    if (inertia->lockedWays == CD_AXES) body->acceleration = (cdVec3){0.0, 0.0, 0.0};
    double pace = cdLength(cdFreeWay(inertia, body->pose.q, body->acceleration));
    body->pace = pace > 16.0 * CD_EPSILON * cdLength(body->acceleration) ? pace : 0.0;
    body->moment = inertia->lockedTurns == CD_AXES ? (cdVec3){0.0, 0.0, 0.0} : torque;
}

void cdSumForces(cdWorld *world) {
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        body->acceleration = body->moment = (cdVec3){0.0, 0.0, 0.0};
        body->pace = 0.0;
        if (!cdIsDynamic(body)) continue;
        cdVec3 force = cdAdd(body->force, body->passingForce);
        body->acceleration = cdScale(body->gravityScale, world->def.gravity);
        if (!isZero(force))
            body->acceleration = cdMulAdd(body->acceleration, body->inertia.inverseMass, force);
        lockForces(body, cdAdd(body->torque, body->passingTorque));
    }
}

void cdEndPassingForces(cdWorld *world) {
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i))
        world->bodies[i].passingForce = world->bodies[i].passingTorque = (cdVec3){0.0, 0.0, 0.0};
}

static double getDecay(double damping, double duration) {
    return damping > 0.0 ? cdExp(-damping * duration) : 1.0;
}

double cdGetImpulseShare(double damping, double duration) {
    double x = damping * duration;
    return x > 0.0 ? -cdExpm1(-x) / x : 1.0;
}

cdVec3 cdGetFreeSpin(const cdWorldBody *body, cdQuat q, double duration) {
    cdVec3 spin = cdScale(getDecay(body->angularDamping, duration), body->spin);
    if (cdSpinsInOwnAxes(&body->inertia)) {
        cdVec3 moment = cdToSpinAxes(&body->inertia, q, body->moment);
        double time = duration * cdGetImpulseShare(body->angularDamping, duration);
        return cdAdd(spin, cdGetOwnSpinChange(&body->inertia, body->spin, moment, time));
    }
    if (isZero(body->moment)) return spin;
    return cdMulAdd(spin, duration * cdGetImpulseShare(body->angularDamping, duration), body->moment);
}

static cdVec3 getFreeVelocity(const cdWorldBody *body, cdQuat q, cdVec3 velocity, double duration) {
    double share = cdGetImpulseShare(body->linearDamping, duration);
    cdVec3 acceleration =
        body->inertia.ownAxes ? cdFreeWay(&body->inertia, q, body->acceleration) : body->acceleration;
    return cdMulAdd(cdScale(getDecay(body->linearDamping, duration), velocity), duration * share,
                    acceleration);
}

void cdPredictVelocities(cdWorldBody *body, double duration) {
    body->endVelocity = getFreeVelocity(body, body->pose.q, body->velocity, duration);
    body->endSpin = cdGetFreeSpin(body, body->pose.q, duration);
    cdLimitSpeed(body, body->pose, &body->endVelocity, &body->endSpin);
}

static cdVec3 shorten(cdVec3 v, double most) {
    double length = cdLength(v);
    return most > 0.0 && length > most ? cdScale(most / length, v) : v;
}

static void forceSolverBody(const cdWorldBody *body, double duration, cdSolverBody *solver) {
    double share = cdGetImpulseShare(body->angularDamping, duration);
    solver->linear = shorten(getFreeVelocity(body, body->middle.q, solver->linear, duration), body->maxSpeed);
    solver->angular = cdScale(getDecay(body->angularDamping, duration), solver->angular);
    if (cdSpinsInOwnAxes(&body->inertia))
        solver->angular =
            cdGetAngularVelocity(body, body->middle, cdGetFreeSpin(body, body->middle.q, duration));
    else if (!isZero(body->moment))
        solver->angular =
            cdMulAdd(solver->angular, duration * share, cdMulTensor(solver->inverseTensor, body->moment));
    solver->angular = shorten(solver->angular, body->maxSpin);
    solver->inverseMass *= cdGetImpulseShare(body->linearDamping, duration);
    for (int k = 0; k < 6; k++)
        solver->inverseTensor[k] *= share;
}

void cdForceSolverBodies(cdWorld *world, const cdAdvance *advance, int32_t island) {
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        forceSolverBody(&world->bodies[i], advance->duration, &world->solverBodies[i]);
    }
}

// --- Limits

void cdLimitSpeed(const cdWorldBody *body, cdPose pose, cdVec3 *velocity, cdVec3 *spin) {
    *velocity = shorten(*velocity, body->maxSpeed);
    if (!(body->maxSpin > 0.0)) return;
    double angular = cdLength(cdGetAngularVelocity(body, pose, *spin));
    if (angular > body->maxSpin) *spin = cdScale(body->maxSpin / angular, *spin);
}

double cdGetBounceSpeed(const cdWorld *world, const cdAdvance *advance, const cdWorldPair *pair) {
    if (world->def.restitutionThreshold > 0.0) return advance->restitutionThreshold;
    double pace = cdMax(world->bodies[pair->bodyA].pace, world->bodies[pair->bodyB].pace);
    return cdMax(advance->restitutionThreshold, pace * advance->step);
}
