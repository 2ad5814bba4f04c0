// Reads and sets the state of bodies: poses, velocities, impulses, hands.
#include "world/checks.h"
#include "world/step_work.h"

cdBodyState cdGetBodyState(const cdWorld *world, int32_t body) {
    if (!CD_REQUIRE(world != NULL && body >= 0 && body < world->bodyCount)) return (cdBodyState){0};
    const cdWorldBody *own = &world->bodies[body];
    if (!own->present && !own->left) return (cdBodyState){0};
    return (cdBodyState){.present = own->present,
                         .leftWorld = own->left,
                         .kind = own->kind,
                         .pose = own->pose,
                         .centroid = cdGetCentroid(own, own->pose),
                         .velocity = own->velocity,
                         .angularVelocity = cdGetAngularVelocity(own, own->pose, own->spin),
                         .mass = own->inertia.mass,
                         .asleep = own->asleep};
}

void cdSetBodyPose(cdWorld *world, int32_t body, cdPose pose) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, body) && cdIsValidPose(pose))) return;
    cdWorldBody *own = &world->bodies[body];
    if (cdIsSamePose(own->pose, pose)) return;
    cdWakeBody(world, body);
    cdVec3 angular = cdGetAngularVelocity(own, own->pose, own->spin);
    own->pose = own->target = (cdPose){pose.p, cdNormalizeQuat(pose.q)};
    own->spin = cdApplyTensor(own->inertia.tensor, own->pose.q, angular);
}

void cdSetBodyVelocity(cdWorld *world, int32_t body, cdVec3 velocity, cdVec3 angularVelocity) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, body) && cdIsFiniteVec3(velocity) &&
                    cdIsFiniteVec3(angularVelocity)))
        return;
    cdWorldBody *own = &world->bodies[body];
    if (own->kind != CD_BODY_DYNAMIC) return;
    cdWakeBody(world, body);
    own->velocity = velocity;
    own->spin = cdApplyTensor(own->inertia.tensor, own->pose.q, angularVelocity);
}

void cdApplyImpulse(cdWorld *world, int32_t body, cdVec3 point, cdVec3 impulse) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, body) && cdIsFiniteVec3(point) &&
                    cdIsFiniteVec3(impulse)))
        return;
    cdWorldBody *own = &world->bodies[body];
    if (own->kind != CD_BODY_DYNAMIC) return;
    cdWakeBody(world, body);
    own->velocity = cdMulAdd(own->velocity, own->inertia.inverseMass, impulse);
    own->spin = cdAdd(own->spin, cdCross(cdSub(point, cdGetCentroid(own, own->pose)), impulse));
}

void cdHoldBody(cdWorld *world, int32_t body, const cdHand *hand) {
    if (!CD_REQUIRE(world != NULL && hand != NULL && cdHasBody(world, body))) return;
    cdWorldBody *own = &world->bodies[body];
    if (own->kind != CD_BODY_DYNAMIC || !cdIsFiniteVec3(hand->grab) || !cdIsFiniteVec3(hand->target)) return;
    cdWakeBody(world, body);
    own->held = true;
    own->hand = *hand;
    if (!(hand->frequency > 0.0)) own->hand.frequency = 30.0;
    if (!(hand->maxForce > 0.0)) own->hand.maxForce = 20.0 * 9.81 * own->inertia.mass;
}

void cdReleaseBody(cdWorld *world, int32_t body) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, body))) return;
    world->bodies[body].held = false;
}
