// Poses and velocities of bodies for the parts of a step, and their entries in the solver.
#include "foundation/numbers/rounding.h"
#include "world/solver/stiffness.h"
#include "world/step_work.h"

// The spin of a kinematic body is its angular velocity.
cdVec3 cdGetAngularVelocity(const cdWorldBody *body, cdPose pose, cdVec3 spin) {
    if (cdIsKinematic(body)) return spin;
    return cdGetTurnRate(&body->inertia, pose.q, spin);
}

cdVec3 cdGetSpin(const cdWorldBody *body, cdPose pose, cdVec3 angular) {
    if (cdIsKinematic(body)) return angular;
    return cdGetSpinOf(&body->inertia, pose.q, angular);
}

cdPose cdGetBodyPose(const cdWorldBody *body, cdWhen when) {
    if (!cdMoves(body)) return body->pose;
    return when == CD_AT_START ? body->pose : when == CD_IN_MIDDLE ? body->middle : body->target;
}

double cdGetExtent(const cdWorldBody *body) {
    if (!body->present) return 0.0;
    // A mesh is placed by its center, which may be far from the body's origin and nearer the world's.
    return cdMax(cdMaxAbs(body->pose.p), cdLength(body->center)) + body->radius;
}

double cdGetLeastMargin(const cdWorld *world) {
    double largest = world->stillExtent;
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i))
        largest = cdMax(largest, cdGetExtent(&world->bodies[i]));
    return 65536.0 * CD_EPSILON * largest;
}

cdMoving cdGetMoving(const cdWorldBody *body, cdWhen when) {
    cdPose pose = cdGetBodyPose(body, when);
    cdVec3 centroid = cdGetCentroid(body, pose), velocity = body->velocity, spin = body->spin;
    if (cdIsKinematic(body)) return (cdMoving){centroid, cdGetScriptedVelocity(body, pose), spin};
    if (!cdIsDynamic(body)) return (cdMoving){.centroid = centroid};
    if (when == CD_AT_TARGET) {
        velocity = cdLerp(velocity, body->endVelocity, body->fraction);
        spin = cdLerp(spin, body->endSpin, body->fraction);
    }
    velocity = cdCarryVelocity(&body->inertia, body->pose.q, pose.q, velocity);
    return (cdMoving){centroid, velocity, cdGetAngularVelocity(body, pose, spin)};
}

cdVelocity cdGetRigidVelocity(const cdWorldBody *body) {
    cdMoving moving = cdGetMoving(body, CD_AT_START);
    return (cdVelocity){moving.centroid, moving.velocity, moving.angular};
}

static void loadSolverBody(cdWorld *world, int32_t index, cdWhen when) {
    const cdWorldBody *body = &world->bodies[index];
    cdSolverBody *solver = &world->solverBodies[index];
    *solver = (cdSolverBody){0};
    if (!cdMoves(body)) return;
    cdMoving moving = cdGetMoving(body, when);
    solver->linear = moving.velocity;
    solver->angular = moving.angular;
    if (!cdIsDynamic(body)) return;
    solver->inverseMass = body->inertia.inverseMass;
    solver->locked = body->inertia.lockedWays;
    solver->ownAxes = body->inertia.ownAxes;
    solver->orientation = cdGetBodyPose(body, when).q;
    cdGetWorldInverse(&body->inertia, solver->orientation, solver->inverseTensor);
}

static void loadPartner(cdWorld *world, cdWhen when, int32_t index) {
    if (index >= 0 && !cdIsDynamic(&world->bodies[index])) loadSolverBody(world, index, when);
}

void cdLoadSolverBodies(cdWorld *world, cdWhen when, int32_t island) {
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i))
        loadSolverBody(world, i, when);
    for (int32_t i = cdFirstPair(world, island); i >= 0; i = cdNextPair(world, i)) {
        loadPartner(world, when, world->pairs[i]->bodyA);
        loadPartner(world, when, world->pairs[i]->bodyB);
    }
    for (int32_t i = cdFirstJoint(world, island); i >= 0; i = cdNextJoint(world, i)) {
        loadPartner(world, when, world->joints[i].bodyA);
        loadPartner(world, when, world->joints[i].bodyB);
    }
    world->solverBodies[world->bodyCount] = (cdSolverBody){0};
}

static void loadOther(cdWorld *world, cdWhen when, int32_t island, int32_t index) {
    if (index == world->bodyCount) return;
    const cdWorldBody *body = &world->bodies[index];
    if (cdIsDynamic(body) && body->island != island) loadSolverBody(world, index, when);
}

void cdLoadRowBodies(cdWorld *world, cdWhen when, int32_t island) {
    cdLoadSolverBodies(world, when, island);
    for (int32_t i = 0; i < world->rowCount; i++) {
        loadOther(world, when, island, world->rows[i].bodyA);
        loadOther(world, when, island, world->rows[i].bodyB);
    }
}

void cdInvertStiff(const cdWorldBody *body, cdQuat q, const double tensor[6], double inverse[6]) {
    if (body->inertia.lockedTurns == 0) {
        cdInvertSum(tensor, body->stiffness, inverse);
        return;
    }
    double sum[6];
    for (int k = 0; k < 6; k++)
        sum[k] = tensor[k] + body->stiffness[k];
    if (!body->inertia.ownAxes) {
        cdInvertFree(sum, body->inertia.lockedTurns, inverse);
        return;
    }
    double own[6], free[6];
    cdTurnTensor(sum, cdConjugate(q), own);
    cdInvertFree(own, body->inertia.lockedTurns, free);
    cdTurnTensor(free, q, inverse);
}

void cdTakeVelocities(cdWorld *world, int32_t island) {
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        cdVec3 before = cdGetAngularVelocity(body, body->pose, body->spin);
        cdVec3 change = cdSub(world->solverBodies[i].angular, before);
        body->velocity = world->solverBodies[i].linear;
        body->spin = cdAdd(body->spin, cdGetSpin(body, body->pose, change));
    }
}

void cdWakeOne(cdWorld *world, int32_t body, double time) {
    if (!world->bodies[body].asleep) return;
    world->bodies[body].asleep = false;
    cdMakeActive(world, body);
    cdNoteBodyEvent(world, CD_EVENT_WAKE, time, body);
}

static void wake(cdWorld *world, int32_t body) {
    cdWakeOne(world, body, world->time);
    world->bodies[body].quiet = 0.0;
    cdMakeActive(world, body);
}

void cdWakeBody(cdWorld *world, int32_t body) {
    wake(world, body);
    for (int32_t i = 0; i < world->pairCount; i++) {
        const cdWorldPair *pair = world->pairs[i];
        if ((pair->bodyA != body && pair->bodyB != body) || pair->passes) continue;
        wake(world, pair->bodyA);
        wake(world, pair->bodyB);
    }
    for (int32_t i = 0; i < world->jointCount; i++) {
        const cdWorldJoint *joint = &world->joints[i];
        if (joint->present && (joint->bodyA == body || joint->bodyB == body)) {
            wake(world, joint->bodyA);
            if (joint->bodyB >= 0) wake(world, joint->bodyB);
        }
    }
}

void cdWakeAll(cdWorld *world) {
    for (int32_t i = 0; i < world->bodyCount; i++)
        wake(world, i);
}

int32_t cdGetSolverIndex(const cdWorld *world, int32_t body) {
    return body >= 0 ? body : world->bodyCount;
}

cdJointPlace cdGetJointPlace(const cdWorld *world, const cdWorldJoint *joint, cdWhen when) {
    const cdWorldBody *a = &world->bodies[joint->bodyA];
    cdJointPlace place = {
        .poseA = cdGetBodyPose(a, when), .poseB = cdIdentityPose(), .a = cdGetMoving(a, when)};
    if (joint->bodyB < 0) return place;
    const cdWorldBody *b = &world->bodies[joint->bodyB];
    place.poseB = cdGetBodyPose(b, when);
    place.b = cdGetMoving(b, when);
    return place;
}
