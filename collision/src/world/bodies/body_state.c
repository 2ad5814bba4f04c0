// Reads and sets the state of bodies: poses, velocities, user data.
#include "world/checks.h"
#include "world/step_work.h"

cdBodyState cdGetBodyState(const cdWorld *world, cdBodyId id) {
    if (!CD_REQUIRE(world != NULL && cdWasBodyAdded(world, id))) return (cdBodyState){0};
    const cdWorldBody *own = &world->bodies[cdGetBodyIndex(id)];
    if (!cdIsBodyKnown(world, id) || (!own->present && !own->left)) return (cdBodyState){0};
    return (cdBodyState){.present = own->present,
                         .leftWorld = own->left,
                         .kind = own->kind,
                         .pose = own->pose,
                         .centroid = cdGetCentroid(own, own->pose),
                         .velocity = own->velocity,
                         .angularVelocity = cdGetAngularVelocity(own, own->pose, own->spin),
                         .mass = own->inertia.mass,
                         .asleep = own->asleep,
                         .unbalanced = own->asleep && own->tries > 0,
                         .blocked = own->script.blocked};
}

void cdSetBodyPose(cdWorld *world, cdBodyId id, cdPose pose) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && cdIsValidPose(pose))) return;
    int32_t body = cdGetBodyIndex(id);
    cdWorldBody *own = &world->bodies[body];
    if (cdIsSamePose(own->pose, pose)) return;
    cdWakeBody(world, body);
    cdVec3 angular = cdGetAngularVelocity(own, own->pose, own->spin);
    if (own->script.kind != CD_SCRIPT_VELOCITY) cdEndScript(world, body);
    own->pose = own->target = (cdPose){pose.p, cdNormalizeQuat(pose.q)};
    own->spin = cdGetSpin(own, own->pose, angular);
    if (own->inertia.ownAxes) own->velocity = cdFreeWay(&own->inertia, own->pose.q, own->velocity);
}

void cdSetBodyVelocity(cdWorld *world, cdBodyId id, cdVec3 velocity, cdVec3 angularVelocity) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && cdIsFiniteVec3(velocity) &&
                    cdIsFiniteVec3(angularVelocity)))
        return;
    int32_t body = cdGetBodyIndex(id);
    cdWorldBody *own = &world->bodies[body];
    if (own->kind == CD_BODY_KINEMATIC) cdSetScriptVelocity(world, body, velocity, angularVelocity);
    if (own->kind != CD_BODY_DYNAMIC) return;
    cdWakeBody(world, body);
    own->velocity = cdFreeWay(&own->inertia, own->pose.q, velocity);
    own->spin = cdGetSpin(own, own->pose, angularVelocity);
    cdLimitSpeed(own, own->pose, &own->velocity, &own->spin);
}

void *cdGetBodyUserData(const cdWorld *world, cdBodyId id) {
    if (!CD_REQUIRE(world != NULL && cdWasBodyAdded(world, id))) return NULL;
    return cdIsBodyKnown(world, id) ? world->bodies[cdGetBodyIndex(id)].userData : NULL;
}

void cdSetBodyUserData(cdWorld *world, cdBodyId id, void *userData) {
    if (!CD_REQUIRE(world != NULL && cdWasBodyAdded(world, id))) return;
    if (cdIsBodyKnown(world, id)) world->bodies[cdGetBodyIndex(id)].userData = userData;
}
