// Reactions of joints: the impulses of a step, their mean as force and torque, and joints that break.
//
// The impulse of an advance is the force of its last solve times its duration, at the poses halfway where it
// acted; that of a collision is its own; those of low-speed contacts that
// arrive (arrivals.c) are not counted. Force: the sum over the rows along directions. Torque about the
// joint's point: the sum over the rows of rotation, since the others act at the point, or along a line
// through it.
#include "world/step_work.h"

#include <math.h>

// --- Rows

bool cdPushesLimit(const cdWorldJoint *joint) {
    int32_t first = cdCountJointTies(joint);
    for (int32_t i = 0; i < cdCountJointLimits(joint); i++)
        if (joint->impulses[first + i] > 0.0) return true;
    return false;
}

bool cdActsJoint(const cdWorldJoint *joint) {
    return cdCountJointTies(joint) > 0 || joint->motor.maxForce > 0.0 || cdPushesLimit(joint);
}

// Returns the rows of the last solve, with its forces as impulses.
static int32_t makeRows(const cdWorldJoint *joint, const cdJointPlace *place, cdRow rows[CD_JOINT_ROWS]) {
    return cdMakeJointRows(joint, place, 1.0, 0, 0, rows);
}

cdVec3 cdGetJointForce(const cdWorldJoint *joint, const cdJointPlace *place) {
    if (cdCountJointPoints(joint) == 3)
        return (cdVec3){joint->impulses[0], joint->impulses[1], joint->impulses[2]};
    cdVec3 force = {0.0, 0.0, 0.0};
    cdRow rows[CD_JOINT_ROWS];
    int32_t count = makeRows(joint, place, rows);
    for (int32_t i = 0; i < count; i++)
        force = cdMulAdd(force, rows[i].impulse, rows[i].direction);
    return force;
}

// --- Sums

void cdAddReaction(cdWorldJoint *joint, const cdRow *rows, int32_t rowCount, double share) {
    for (int32_t i = 0; i < rowCount; i++) {
        double impulse = share * rows[i].impulse;
        joint->pushed = cdMulAdd(joint->pushed, impulse, rows[i].direction);
        if (cdLengthSq(rows[i].direction) == 0.0)
            joint->turned = cdMulAdd(joint->turned, impulse, rows[i].angularA);
        if (rows[i].kind == CD_ROW_BOUNDED) joint->driven += impulse;
    }
}

void cdSumReactions(cdWorld *world, const cdAdvance *advance) {
    for (int32_t i = cdFirstActiveJoint(world); i >= 0; i = cdNextActiveJoint(world, i)) {
        cdWorldJoint *joint = &world->joints[i];
        if (!joint->present || !cdIsAwake(world, cdGetJointIsland(world, joint))) continue;
        int32_t moved = cdIsDynamic(&world->bodies[joint->bodyA]) ? joint->bodyA : joint->bodyB;
        cdJointPlace place = cdGetJointPlace(world, joint, CD_IN_MIDDLE);
        cdRow rows[CD_JOINT_ROWS];
        int32_t count = makeRows(joint, &place, rows);
        cdAddReaction(joint, rows, count, world->bodies[moved].fraction * advance->duration);
    }
}

void cdCountTurns(cdWorld *world) {
    for (int32_t i = cdFirstActiveJoint(world); i >= 0; i = cdNextActiveJoint(world, i)) {
        cdWorldJoint *joint = &world->joints[i];
        if (!joint->present || joint->kind != CD_JOINT_HINGE) continue;
        cdJointPlace place = cdGetJointPlace(world, joint, CD_AT_START);
        joint->angle = cdGetJointPosition(joint, place.poseA, place.poseB);
    }
}

// --- The end of a step

void cdEndReactions(cdWorld *world, double gone) {
    for (int32_t i = cdFirstActiveJoint(world); i >= 0; i = cdNextActiveJoint(world, i)) {
        cdWorldJoint *joint = &world->joints[i];
        if (!joint->present || !(gone > 0.0)) continue;
        int32_t island = cdGetJointIsland(world, joint);
        if (island < 0 || cdIsAwake(world, island))
            joint->reaction = (cdJointReaction){cdScale(1.0 / gone, joint->pushed),
                                                cdScale(1.0 / gone, joint->turned), joint->driven / gone};
        joint->pushed = joint->turned = (cdVec3){0.0, 0.0, 0.0};
        joint->driven = 0.0;
    }
}

void cdTakeRestingReactions(cdWorld *world, int32_t island) {
    for (int32_t i = cdFirstJoint(world, island); i >= 0; i = cdNextJoint(world, i)) {
        cdWorldJoint *joint = &world->joints[i];
        cdJointPlace place = cdGetJointPlace(world, joint, CD_AT_START);
        cdRow rows[CD_JOINT_ROWS];
        int32_t count = makeRows(joint, &place, rows);
        cdAddReaction(joint, rows, count, 1.0);
        joint->reaction = (cdJointReaction){joint->pushed, joint->turned, joint->driven};
        joint->pushed = joint->turned = (cdVec3){0.0, 0.0, 0.0};
        joint->driven = 0.0;
    }
}

static bool isOverloaded(const cdWorldJoint *joint) {
    double force = joint->breakingForce, torque = joint->breakingTorque;
    return (force > 0.0 && cdLength(joint->reaction.force) > force) ||
           (torque > 0.0 && cdLength(joint->reaction.torque) > torque);
}

void cdBreakJoints(cdWorld *world) {
    for (int32_t i = cdFirstActiveJoint(world); i >= 0; i = cdNextActiveJoint(world, i)) {
        const cdWorldJoint *joint = &world->joints[i];
        if (!joint->present || !isOverloaded(joint)) continue;
        cdPose pose = world->bodies[joint->bodyA].pose;
        cdNoteEvent(world,
                    (cdContactEvent){.time = world->time,
                                     .kind = CD_EVENT_JOINT_BROKEN,
                                     .bodyA = cdGetBodyId(world, joint->bodyA),
                                     .bodyB = joint->bodyB >= 0 ? cdGetBodyId(world, joint->bodyB) : -1,
                                     .joint = cdGetJointId(world, i),
                                     .point = cdTransformPoint(pose, joint->pointA)});
        cdWakeBody(world, joint->bodyA);
        cdDropJoint(world, i);
    }
}
