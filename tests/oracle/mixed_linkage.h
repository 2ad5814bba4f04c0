// Random linkages of all kinds of joints: the bodies of linkage.h, with limits, motors, breaking forces, and
// bodies that pass through each other.
#ifndef ORACLE_MIXED_LINKAGE_H
#define ORACLE_MIXED_LINKAGE_H

#include "oracle/linkage.h"

// Limits around the position at the start, 0; of a distance joint around `length`.
static inline void limitLinkageJoint(cdJointDef *joint, Random *random, double length) {
    double below = pow(10.0, nextRandomIn(random, -2.0, 0.5)),
           above = pow(10.0, nextRandomIn(random, -2.0, 0.5));
    joint->limited = true;
    joint->lower = -below;
    joint->upper = above;
    if (joint->kind == CD_JOINT_BALL) joint->lower = 0.0, joint->upper = fmin(above, 3.0);
    if (joint->kind != CD_JOINT_DISTANCE) return;
    joint->lower = nextRandomInt(random, 0, 1) == 0 ? 0.0 : length * nextRandomIn(random, 0.2, 1.0);
    joint->upper = length * nextRandomIn(random, 1.01, 2.0);
}

static inline void driveLinkageJoint(cdJointDef *joint, Random *random, double weight) {
    double speed = nextRandomIn(random, -20.0, 20.0);
    joint->motor = (cdJointMotor){.kind = (cdMotorKind)nextRandomInt(random, 0, 1),
                                  .speed = speed,
                                  .position = nextRandomIn(random, -1.0, 1.0),
                                  .maxForce = weight * pow(10.0, nextRandomIn(random, -3.0, 0.5))};
    if (joint->motor.kind == CD_MOTOR_POSITION) joint->motor.speed = fabs(speed) + 0.1;
}

static inline void mixLinkageJoint(cdJointDef *joint, Random *random, double weight) {
    joint->kind = (cdJointKind)nextRandomInt(random, CD_JOINT_BALL, CD_JOINT_DISTANCE);
    joint->motor = (cdJointMotor){0};
    joint->axis = nextRandomDirection(random);
    double length = nextRandomIn(random, 0.02, 0.3);
    joint->pointB = cdMulAdd(joint->point, length, nextRandomDirection(random));
    joint->turns = nextRandomInt(random, 0, 1) == 0;
    if (joint->kind != CD_JOINT_FIXED && nextRandomInt(random, 0, 1) == 0)
        limitLinkageJoint(joint, random, length);
    bool drives = joint->kind == CD_JOINT_HINGE || joint->kind == CD_JOINT_SLIDER;
    if (drives && nextRandomInt(random, 0, 3) == 0) driveLinkageJoint(joint, random, weight);
    joint->passes = nextRandomInt(random, 0, 3) == 0;
    if (nextRandomInt(random, 0, 3) == 0)
        joint->breakingForce = weight * pow(10.0, nextRandomIn(random, -1.0, 2.0));
    if (nextRandomInt(random, 0, 3) == 0)
        joint->breakingTorque = weight * pow(10.0, nextRandomIn(random, -2.0, 1.0));
}

// Returns a linkage with the bodies of the plain one.
static inline Linkage makeMixedLinkage(uint64_t seed) {
    Linkage linkage = makeLinkage(seed);
    Random random = {seed * 0x9E3779B97F4A7C15u + 54321u};
    double weight = 0.0;
    for (int32_t i = 0; i < linkage.bodyCount; i++)
        weight += 9.81 * linkage.bodies[i].mass;
    linkage.powered = false;
    for (int32_t i = 0; i < linkage.jointCount; i++) {
        mixLinkageJoint(&linkage.joints[i], &random, weight);
        linkage.powered = linkage.powered || linkage.joints[i].motor.maxForce > 0.0;
    }
    return linkage;
}

#endif
