// Joints as rows [BV92 2.1]: a ball joint keeps two points together, a hinge two points and two axes.
//
// Input: a joint and where its bodies are. Output: rows for the solver: of velocities, whose J v are the
// rates of the joint's equations, and of positions, which bring drift back.
#ifndef CD_JOINT_H
#define CD_JOINT_H

#include "world/world_data.h"

enum { CD_JOINT_ROWS = 6 };

// Both bodies of a joint as they are; of the world: the identity pose, all zero.
typedef struct cdJointPlace {
    cdPose poseA, poseB;
    cdMoving a, b;
} cdJointPlace;

// The points and axes in the bodies' frames. false: the def means nothing.
bool cdSetUpJoint(cdWorldJoint *joint, const cdJointDef *def, cdPose poseA, cdPose poseB);

// Rows that keep the joint, J v = 0, and behind them that of a motor over `dt` seconds. They begin with the
// joint's impulses. bodyA and bodyB of the rows are `indexA`, `indexB`. Returns their number. `dt` 0: of an
// impact, without the motor and from no impulse.
int32_t cdMakeJointRows(const cdWorldJoint *joint, const cdJointPlace *place, double dt, int32_t indexA,
                        int32_t indexB, cdRow rows[CD_JOINT_ROWS]);
// Stores the rows' impulses in the joint.
void cdKeepJointImpulses(cdWorldJoint *joint, const cdRow *rows, int32_t rowCount);

// Rows that undo what the joint is off: J displacement = - error, to first order. Returns their number.
int32_t cdMakeJointCorrection(const cdWorldJoint *joint, const cdJointPlace *place, int32_t indexA,
                              int32_t indexB, cdRow rows[CD_JOINT_ROWS]);

// How far the joint is off: distance of its points, and for hinges the distance that the axes are apart at
// `radius`.
double cdGetJointError(const cdWorldJoint *joint, cdPose poseA, cdPose poseB, double radius);

#endif
