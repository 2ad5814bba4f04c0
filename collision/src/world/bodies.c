// Bodies as the parts of a step see them: how they move, and as the solver's bodies.
#include "world/step_work.h"

cdVec3 cdGetAngularVelocity(const cdWorldBody *body, cdPose pose, cdVec3 spin) {
    return cdApplyTensor(body->inertia.inverse, pose.q, spin);
}

cdMoving cdGetMoving(const cdWorldBody *body) {
    cdVec3 centroid = cdGetCentroid(body, body->pose);
    if (!cdIsDynamic(body)) return (cdMoving){.centroid = centroid};
    return (cdMoving){centroid, body->velocity, cdGetAngularVelocity(body, body->pose, body->spin)};
}

void cdLoadSolverBodies(cdWorld *world) {
    for (int32_t i = 0; i < world->bodyCount; i++) {
        const cdWorldBody *body = &world->bodies[i];
        cdSolverBody *solver = &world->solverBodies[i];
        *solver = (cdSolverBody){0};
        if (!cdIsDynamic(body)) continue;
        cdMoving moving = cdGetMoving(body);
        solver->linear = moving.velocity;
        solver->angular = moving.angular;
        solver->inverseMass = body->inertia.inverseMass;
        cdTurnTensor(body->inertia.inverse, body->pose.q, solver->inverseTensor);
    }
    world->solverBodies[world->bodyCount] = (cdSolverBody){0};
}

void cdTakeVelocities(cdWorld *world, int32_t island) {
    for (int32_t i = 0; i < world->bodyCount; i++) {
        cdWorldBody *body = &world->bodies[i];
        if (!cdIsInIsland(body, island)) continue;
        cdVec3 before = cdGetAngularVelocity(body, body->pose, body->spin);
        cdVec3 change = cdSub(world->solverBodies[i].angular, before);
        body->velocity = world->solverBodies[i].linear;
        body->spin = cdAdd(body->spin, cdApplyTensor(body->inertia.tensor, body->pose.q, change));
    }
}

void cdWakeBody(cdWorld *world, int32_t body) {
    world->bodies[body].rests = false;
    for (int32_t i = 0; i < world->pairCount; i++) {
        const cdWorldPair *pair = world->pairs[i];
        if (pair->bodyA == body || pair->bodyB == body)
            world->bodies[pair->bodyA].rests = world->bodies[pair->bodyB].rests = false;
    }
    for (int32_t i = 0; i < world->jointCount; i++) {
        const cdWorldJoint *joint = &world->joints[i];
        if (joint->present && (joint->bodyA == body || joint->bodyB == body)) {
            world->bodies[joint->bodyA].rests = false;
            if (joint->bodyB >= 0) world->bodies[joint->bodyB].rests = false;
        }
    }
}

int32_t cdGetSolverIndex(const cdWorld *world, int32_t body) {
    return body >= 0 ? body : world->bodyCount;
}

cdJointPlace cdGetJointPlace(const cdWorld *world, const cdWorldJoint *joint, bool atTarget) {
    const cdWorldBody *a = &world->bodies[joint->bodyA];
    cdJointPlace place = {
        .poseA = atTarget ? a->target : a->pose, .poseB = cdIdentityPose(), .a = cdGetMoving(a)};
    if (atTarget) place.a.centroid = cdGetCentroid(a, a->target);
    if (joint->bodyB < 0) return place;
    const cdWorldBody *b = &world->bodies[joint->bodyB];
    place.poseB = atTarget ? b->target : b->pose;
    place.b = cdGetMoving(b);
    if (atTarget) place.b.centroid = cdGetCentroid(b, b->target);
    return place;
}
