// Joints as rows [BV92 2.1]: a ball joint keeps two points together, a hinge two points and two axes.
//
// Input: a joint and the poses of its bodies. Output: rows for the solver: of velocities, whose J v are the
// rates of the joint's equations, and of positions, which correct drift.
#ifndef CD_JOINT_H
#define CD_JOINT_H

#include "world/world_data.h"

enum { CD_JOINT_ROWS = 6 };

// The state of both bodies of a joint; for the world: the identity pose, all else zero.
typedef struct cdJointPlace {
    cdPose poseA, poseB;
    cdMoving a, b;
} cdJointPlace;

// Sets the points and axes in the bodies' frames. False: the def is invalid.
bool cdSetUpJoint(cdWorldJoint *joint, const cdJointDef *def, cdPose poseA, cdPose poseB);

// Writes the rows that keep the joint, J v = 0, then the motor's over `dt` seconds, with the joint's impulses
// as initial values. bodyA and bodyB of the rows are `indexA`, `indexB`. Returns their number. `dt` 0: for an
// impact, without motor and initial impulses.
int32_t cdMakeJointRows(const cdWorldJoint *joint, const cdJointPlace *place, double dt, int32_t indexA,
                        int32_t indexB, cdRow rows[CD_JOINT_ROWS]);
// Stores the rows' impulses in the joint.
void cdKeepJointImpulses(cdWorldJoint *joint, const cdRow *rows, int32_t rowCount);

// Writes the rows that correct drift: J displacement = - error, to first order. Returns their number.
int32_t cdMakeJointCorrection(const cdWorldJoint *joint, const cdJointPlace *place, int32_t indexA,
                              int32_t indexB, cdRow rows[CD_JOINT_ROWS]);

// Returns the drift of a joint: the distance of its points, and for hinges the distance of the axes at
// `radius`.
double cdGetJointError(const cdWorldJoint *joint, cdPose poseA, cdPose poseB, double radius);

#endif
