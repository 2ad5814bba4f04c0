// Actions of the caller on bodies: forces, torques, impulses, hands.
#include "world/checks.h"
#include "world/step_work.h"

static cdVec3 getTorque(const cdWorldBody *body, cdVec3 point, cdVec3 force) {
    return cdCross(cdSub(point, cdGetCentroid(body, body->pose)), force);
}

void cdApplyForce(cdWorld *world, cdBodyId id, cdVec3 point, cdVec3 force) {
    bool valid = world != NULL && cdHasBody(world, id) && cdIsFiniteVec3(point) && cdIsFiniteVec3(force);
    if (!CD_REQUIRE(valid)) return;
    int32_t body = cdGetBodyIndex(id);
    cdWorldBody *own = &world->bodies[body];
    if (own->kind != CD_BODY_DYNAMIC) return;
    cdWakeBody(world, body);
    own->passingForce = cdAdd(own->passingForce, force);
    own->passingTorque = cdAdd(own->passingTorque, getTorque(own, point, force));
}

void cdApplyTorque(cdWorld *world, cdBodyId id, cdVec3 torque) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && cdIsFiniteVec3(torque))) return;
    int32_t body = cdGetBodyIndex(id);
    cdWorldBody *own = &world->bodies[body];
    if (own->kind != CD_BODY_DYNAMIC) return;
    cdWakeBody(world, body);
    own->passingTorque = cdAdd(own->passingTorque, torque);
}

static void applyImpulse(cdWorld *world, int32_t body, cdVec3 impulse, cdVec3 turning) {
    cdWorldBody *own = &world->bodies[body];
    if (own->kind != CD_BODY_DYNAMIC) return;
    cdWakeBody(world, body);
    double before = cdGetKineticEnergy(&own->inertia, own->pose.q, own->velocity, own->spin);
    cdVec3 push = cdFreeWay(&own->inertia, own->pose.q, impulse);
    own->velocity = cdMulAdd(own->velocity, own->inertia.inverseMass, push);
    turning = cdToSpinAxes(&own->inertia, own->pose.q, turning);
    own->spin = cdAdd(own->spin, cdFreePart(own->inertia.lockedTurns, turning));
    cdLimitSpeed(own, own->pose, &own->velocity, &own->spin);
    double after = cdGetKineticEnergy(&own->inertia, own->pose.q, own->velocity, own->spin);
    world->totalWork.forces += after - before;
}

void cdApplyImpulse(cdWorld *world, cdBodyId id, cdVec3 point, cdVec3 impulse) {
    bool valid = world != NULL && cdHasBody(world, id) && cdIsFiniteVec3(point) && cdIsFiniteVec3(impulse);
    if (!CD_REQUIRE(valid)) return;
    int32_t body = cdGetBodyIndex(id);
    applyImpulse(world, body, impulse, getTorque(&world->bodies[body], point, impulse));
}

void cdApplyAngularImpulse(cdWorld *world, cdBodyId id, cdVec3 impulse) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && cdIsFiniteVec3(impulse))) return;
    int32_t body = cdGetBodyIndex(id);
    applyImpulse(world, body, (cdVec3){0.0, 0.0, 0.0}, impulse);
}

void cdHoldBody(cdWorld *world, cdBodyId id, const cdHand *hand) {
    if (!CD_REQUIRE(world != NULL && hand != NULL && cdHasBody(world, id))) return;
    int32_t body = cdGetBodyIndex(id);
    cdWorldBody *own = &world->bodies[body];
    if (own->kind != CD_BODY_DYNAMIC || !cdIsFiniteVec3(hand->grab) || !cdIsFiniteVec3(hand->target)) return;
    cdWakeBody(world, body);
    own->held = true;
    own->hand = *hand;
    if (!(hand->frequency > 0.0)) own->hand.frequency = 30.0;
    if (!(hand->maxForce > 0.0)) own->hand.maxForce = 20.0 * 9.81 * own->inertia.mass;
}

void cdReleaseBody(cdWorld *world, cdBodyId id) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id))) return;
    int32_t body = cdGetBodyIndex(id);
    world->bodies[body].held = false;
}
