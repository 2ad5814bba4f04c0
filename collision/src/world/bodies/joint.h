// Joints as rows [BV92 2.1]: equations of two bodies' poses that a joint keeps, its limits and its motor.
//
// Input: a joint and the poses of its bodies. Output: rows for the solver: of velocities, whose J v are the
// rates of the joint's equations, and of positions, which correct drift.
#ifndef CD_JOINT_H
#define CD_JOINT_H

#include "world/world_data.h"

enum { CD_LIMIT_ROWS = 2 }; // maximum number of limits of a joint

// The state of both bodies of a joint; for the world: the identity pose, all else zero.
typedef struct cdJointPlace {
    cdPose poseA, poseB;
    cdMoving a, b;
} cdJointPlace;

// --- joint_setup.c

// Sets the points, axes and limits in the bodies' frames. False: the def is invalid.
bool cdSetUpJoint(cdWorldJoint *joint, const cdJointDef *def, cdPose poseA, cdPose poseB);
// Sets the limits as cdSetJointLimits (joint.h of the library) does. False: they are invalid for this joint.
bool cdChangeJointLimits(cdWorldJoint *joint, double lower, double upper);
// True if a motor's numbers are in their ranges.
bool cdIsMotor(const cdJointMotor *motor);
// True if joints of the kind have a motor.
bool cdHasMotor(cdJointKind kind);
// Returns a unit vector perpendicular to a unit vector, always the same one for it.
cdVec3 cdFindPerpendicular(cdVec3 axis);

// --- joint.c

// Returns the number of rows that tie points of the bodies; those that tie rotations follow them.
int32_t cdCountJointPoints(const cdWorldJoint *joint);
// Returns the number of rows that tie the bodies.
int32_t cdCountJointTies(const cdWorldJoint *joint);
// Returns the number of limits.
int32_t cdCountJointLimits(const cdWorldJoint *joint);

// Writes the rows that keep the joint, J v = 0, those of its limits, J v >= 0, then the motor's over `dt`
// seconds, with the joint's impulses as initial values. bodyA and bodyB of the rows are `indexA`, `indexB`.
// Returns their number. `dt` 0: for an impact, without limits, motor and initial impulses.
int32_t cdMakeJointRows(const cdWorldJoint *joint, const cdJointPlace *place, double dt, int32_t indexA,
                        int32_t indexB, cdRow rows[CD_JOINT_ROWS]);
// Stores the rows' impulses in the joint.
void cdKeepJointImpulses(cdWorldJoint *joint, const cdRow *rows, int32_t rowCount);

// Writes the row of each limit, J v >= 0, and its gap: length or radians, below 0 beyond it. Returns their
// number.
int32_t cdMakeLimitRows(const cdWorldJoint *joint, const cdJointPlace *place, int32_t indexA, int32_t indexB,
                        cdRow rows[CD_LIMIT_ROWS], double gaps[CD_LIMIT_ROWS]);

// Writes the rows that correct drift: J displacement = - error, to first order; of limits, >= - gap. Returns
// their number.
int32_t cdMakeJointCorrection(const cdWorldJoint *joint, const cdJointPlace *place, int32_t indexA,
                              int32_t indexB, cdRow rows[CD_JOINT_ROWS]);

// Returns the error of a joint, length: the largest of the distance of its points, that of its axes at
// `radius`, and how far it is beyond a limit.
double cdGetJointError(const cdWorldJoint *joint, cdPose poseA, cdPose poseB, double radius);

// --- joint_position.c

// Returns the position of a joint (collision/joint.h). That of a hinge is within half a turn of joint->angle.
double cdGetJointPosition(const cdWorldJoint *joint, cdPose poseA, cdPose poseB);
// Returns the rate of the position.
double cdGetJointSpeed(const cdWorldJoint *joint, const cdJointPlace *place);
// Returns a row whose J v is `sign` times the rate of the position.
cdRow cdMakePositionRow(cdRowKind kind, const cdWorldJoint *joint, const cdJointPlace *place, double sign,
                        int32_t indexA, int32_t indexB);
// True if the position is an angle.
bool cdIsAngle(cdJointKind kind);
// Returns the unit vector along which a distance joint or a slider moves, world frame.
cdVec3 cdGetJointDirection(const cdWorldJoint *joint, cdPose poseA, cdPose poseB);

#endif
