// The joints of a world: adding, removing and changing them, and their states.
#include "world/checks.h"
#include "world/step_work.h"

#include <math.h>

static bool areJointBodies(const cdWorld *world, const cdJointDef *def) {
    if (!cdHasBody(world, def->bodyA) || world->bodies[cdGetBodyIndex(def->bodyA)].kind != CD_BODY_DYNAMIC)
        return false;
    return def->bodyB == -1 || (cdHasBody(world, def->bodyB) && def->bodyB != def->bodyA);
}

// --- Slots

// Returns the index of the lowest free slot, or of a new one behind the last.
static int32_t findSlot(const cdWorld *world) {
    int32_t slot = world->freeJoints > 0 ? 0 : world->jointCount;
    while (slot < world->jointCount &&
           !cdIsSlotFree(world->joints[slot].present, world->joints[slot].generation))
        slot++;
    return slot;
}

// Returns the joint with this id, perhaps removed since. NULL: there was none, or its slot is used again.
static cdWorldJoint *findKnown(const cdWorld *world, cdJointId id) {
    int32_t slot = cdGetJointIndex(id);
    if (id < 0 || slot >= world->jointCount || cdGetJointId(world, slot) != id) return NULL;
    return &world->joints[slot];
}

// Returns a joint of the world. NULL: it has no such joint.
static cdWorldJoint *findJoint(const cdWorld *world, cdJointId id) {
    cdWorldJoint *joint = findKnown(world, id);
    return joint != NULL && joint->present ? joint : NULL;
}

// --- Joints

cdJointId cdAddJoint(cdWorld *world, const cdJointDef *def) {
    if (!CD_REQUIRE(world != NULL && def != NULL) || !areJointBodies(world, def)) return -1;
    cdWorldJoint joint;
    cdPose poseA = world->bodies[cdGetBodyIndex(def->bodyA)].pose, poseB = cdIdentityPose();
    if (def->bodyB >= 0) poseB = world->bodies[cdGetBodyIndex(def->bodyB)].pose;
    if (!cdSetUpJoint(&joint, def, poseA, poseB)) return -1;
    int32_t slot = findSlot(world);
    if (!cdReserveJoints(world, slot + 1)) return -1;
    cdWakeBody(world, joint.bodyA);
    if (slot < world->jointCount) {
        joint.generation = world->joints[slot].generation + 1;
        world->freeJoints--;
    } else {
        world->jointCount++;
    }
    world->joints[slot] = joint;
    world->passingCount += joint.passes;
    world->activeChange = true;
    return cdGetJointId(world, slot);
}

bool cdIsJointValid(const cdWorld *world, cdJointId id) {
    return CD_REQUIRE(world != NULL) && findJoint(world, id) != NULL;
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
    world->activeChange = true;
    own->present = false;
    world->freeJoints += cdIsSlotFree(false, own->generation);
    world->passingCount -= own->passes;
}

void cdRemoveJoint(cdWorld *world, cdJointId id) {
    const cdWorldJoint *joint = CD_REQUIRE(world != NULL) ? findJoint(world, id) : NULL;
    if (!CD_REQUIRE(joint != NULL)) return;
    cdWakeBody(world, joint->bodyA);
    cdDropJoint(world, (int32_t)(joint - world->joints));
}

void cdSetJointMotor(cdWorld *world, cdJointId id, const cdJointMotor *motor) {
    cdWorldJoint *own = CD_REQUIRE(world != NULL && motor != NULL) ? findJoint(world, id) : NULL;
    if (!CD_REQUIRE(own != NULL && cdIsMotor(motor)) || !cdHasMotor(own->kind)) return;
    cdWakeBody(world, own->bodyA);
    own->motor = *motor;
}

bool cdSetJointLimits(cdWorld *world, cdJointId id, double lower, double upper) {
    cdWorldJoint *own = CD_REQUIRE(world != NULL) ? findJoint(world, id) : NULL;
    if (!CD_REQUIRE(own != NULL) || !cdChangeJointLimits(own, lower, upper)) return false;
    cdWakeBody(world, own->bodyA);
    return true;
}

cdJointState cdGetJointState(const cdWorld *world, cdJointId id) {
    const cdWorldJoint *own = CD_REQUIRE(world != NULL) ? findJoint(world, id) : NULL;
    if (own == NULL) return (cdJointState){0};
    cdJointPlace place = cdGetJointPlace(world, own, CD_AT_START);
    double radius = world->bodies[own->bodyA].radius;
    return (cdJointState){.present = true,
                          .position = cdGetJointPosition(own, place.poseA, place.poseB),
                          .speed = cdGetJointSpeed(own, &place),
                          .error = cdMax(0.0, cdGetJointError(own, place.poseA, place.poseB, radius))};
}

cdJointReaction cdGetJointReaction(const cdWorld *world, cdJointId id) {
    const cdWorldJoint *own = CD_REQUIRE(world != NULL) ? findKnown(world, id) : NULL;
    return own != NULL ? own->reaction : (cdJointReaction){0};
}
