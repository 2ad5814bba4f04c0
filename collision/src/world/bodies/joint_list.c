// The joints of a world: adding, removing and changing them, and their states.
#include "world/checks.h"
#include "world/step_work.h"

#include <math.h>

static bool areJointBodies(const cdWorld *world, const cdJointDef *def) {
    if (!cdHasBody(world, def->bodyA) || world->bodies[def->bodyA].kind != CD_BODY_DYNAMIC) return false;
    return def->bodyB == -1 || (cdHasBody(world, def->bodyB) && def->bodyB != def->bodyA);
}

int32_t cdAddJoint(cdWorld *world, const cdJointDef *def) {
    if (!CD_REQUIRE(world != NULL && def != NULL) || !areJointBodies(world, def)) return -1;
    cdWorldJoint joint;
    cdPose poseB = def->bodyB >= 0 ? world->bodies[def->bodyB].pose : cdIdentityPose();
    if (!cdSetUpJoint(&joint, def, world->bodies[def->bodyA].pose, poseB)) return -1;
    if (!cdReserveJoints(world, world->jointCount + 1)) return -1;
    cdWakeBody(world, def->bodyA);
    world->joints[world->jointCount] = joint;
    world->passingCount += joint.passes;
    return world->jointCount++;
}

bool cdPassByJoint(const cdWorld *world, int32_t bodyA, int32_t bodyB) {
    for (int32_t i = 0; world->passingCount > 0 && i < world->jointCount; i++) {
        const cdWorldJoint *joint = &world->joints[i];
        bool both = (joint->bodyA == bodyA && joint->bodyB == bodyB) ||
                    (joint->bodyA == bodyB && joint->bodyB == bodyA);
        if (joint->present && joint->passes && both) return true;
    }
    return false;
}

void cdDropJoint(cdWorld *world, int32_t joint) {
    cdWorldJoint *own = &world->joints[joint];
    if (!own->present) return;
    own->present = false;
    world->passingCount -= own->passes;
}

static bool isNumber(const cdWorld *world, int32_t joint) {
    return joint >= 0 && joint < world->jointCount;
}

static bool isJoint(const cdWorld *world, int32_t joint) {
    return isNumber(world, joint) && world->joints[joint].present;
}

void cdRemoveJoint(cdWorld *world, int32_t joint) {
    if (!CD_REQUIRE(world != NULL && isJoint(world, joint))) return;
    cdWakeBody(world, world->joints[joint].bodyA);
    cdDropJoint(world, joint);
}

void cdSetJointMotor(cdWorld *world, int32_t joint, const cdJointMotor *motor) {
    if (!CD_REQUIRE(world != NULL && motor != NULL && isJoint(world, joint) && cdIsMotor(motor))) return;
    cdWorldJoint *own = &world->joints[joint];
    if (!cdHasMotor(own->kind)) return;
    cdWakeBody(world, own->bodyA);
    own->motor = *motor;
}

cdJointState cdGetJointState(const cdWorld *world, int32_t joint) {
    if (!CD_REQUIRE(world != NULL && isNumber(world, joint))) return (cdJointState){0};
    const cdWorldJoint *own = &world->joints[joint];
    if (!own->present) return (cdJointState){0};
    cdJointPlace place = cdGetJointPlace(world, own, CD_AT_START);
    double radius = world->bodies[own->bodyA].radius;
    return (cdJointState){.present = true,
                          .position = cdGetJointPosition(own, place.poseA, place.poseB),
                          .speed = cdGetJointSpeed(own, &place),
                          .error = cdMax(0.0, cdGetJointError(own, place.poseA, place.poseB, radius))};
}

cdJointReaction cdGetJointReaction(const cdWorld *world, int32_t joint) {
    if (!CD_REQUIRE(world != NULL && isNumber(world, joint))) return (cdJointReaction){0};
    return world->joints[joint].reaction;
}
