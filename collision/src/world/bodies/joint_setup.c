// Definitions of joints: tests them, and stores points and axes in the frames of the bodies.
#include "world/bodies/joint.h"
#include "world/checks.h"

#include <math.h>
#include <string.h>

static const double HALF_TURN = 3.14159265358979323846;

cdVec3 cdFindPerpendicular(cdVec3 axis) {
    cdVec3 least = {0.0, 0.0, 1.0};
    if (fabs(axis.x) <= fabs(axis.y) && fabs(axis.x) <= fabs(axis.z))
        least = (cdVec3){1.0, 0.0, 0.0};
    else if (fabs(axis.y) <= fabs(axis.z))
        least = (cdVec3){0.0, 1.0, 0.0};
    return cdNormalize(cdCross(axis, least));
}

static bool isFinite(cdVec3 v) {
    return isfinite(cdSumAbs(v));
}

bool cdHasMotor(cdJointKind kind) {
    return kind == CD_JOINT_HINGE || kind == CD_JOINT_SLIDER;
}

// Comparisons are false for NaN.
bool cdIsMotor(const cdJointMotor *motor) {
    if (!cdIsAtLeast(motor->maxForce, 0.0)) return false;
    if (motor->kind == CD_MOTOR_SPEED) return isfinite(motor->speed);
    return motor->kind == CD_MOTOR_POSITION && isfinite(motor->position) && motor->speed > 0.0;
}

static bool areLimits(cdJointKind kind, double lower, double upper) {
    if (!(lower < upper)) return false;
    if (kind == CD_JOINT_FIXED) return false;
    if (kind == CD_JOINT_BALL) return lower == 0.0 && upper <= HALF_TURN;
    return kind != CD_JOINT_DISTANCE || lower >= 0.0;
}

static bool areBodies(const cdJointDef *def) {
    return def->bodyA >= 0 && def->bodyB >= -1 && def->bodyA != def->bodyB;
}

static bool areForces(const cdJointDef *def) {
    if (!cdIsAtLeast(def->breakingForce, 0.0) || !cdIsAtLeast(def->breakingTorque, 0.0)) return false;
    return cdIsMotor(&def->motor) && (cdHasMotor(def->kind) || def->motor.maxForce == 0.0);
}

// Returns the axis of the definition; that of a fixed joint is any.
static cdVec3 getAxis(const cdJointDef *def) {
    bool free = def->kind == CD_JOINT_DISTANCE || (def->kind == CD_JOINT_BALL && !def->limited);
    if (free) return (cdVec3){0.0, 0.0, 0.0};
    return def->kind == CD_JOINT_FIXED ? (cdVec3){1.0, 0.0, 0.0} : cdNormalize(def->axis);
}

static cdVec3 getAxisB(const cdJointDef *def) {
    bool own = def->kind == CD_JOINT_BALL && def->limited && !(cdSumAbs(def->axisB) == 0.0);
    return own ? cdNormalize(def->axisB) : getAxis(def);
}

// Normalizing a vector that is not finite gives no unit vector.
static bool isUnit(cdVec3 v) {
    return fabs(cdLengthSq(v) - 1.0) <= 1e-6;
}

static bool isMeaningful(const cdJointDef *def) {
    bool known = def->kind >= CD_JOINT_BALL && def->kind <= CD_JOINT_DISTANCE;
    if (!known || !areBodies(def) || !isFinite(def->point)) return false;
    if (def->limited && !areLimits(def->kind, def->lower, def->upper)) return false;
    if (!areForces(def)) return false;
    if (def->kind == CD_JOINT_DISTANCE && !isFinite(def->pointB)) return false;
    bool needsAxis = def->kind != CD_JOINT_DISTANCE && (def->kind != CD_JOINT_BALL || def->limited);
    return !needsAxis || (isUnit(getAxis(def)) && isUnit(getAxisB(def)));
}

// A distance of 0 and a cone's angle of 0 are no limits: the position passes through them smoothly.
static void setLimits(cdWorldJoint *joint, double lower, double upper) {
    bool smooth = joint->kind == CD_JOINT_BALL || (joint->kind == CD_JOINT_DISTANCE && lower == 0.0);
    joint->lower = joint->limited && !smooth ? lower : -INFINITY;
    joint->upper = joint->limited ? upper : INFINITY;
}

// The forces of the last solve are in the order of rows, which limits that come or go would shift.
bool cdChangeJointLimits(cdWorldJoint *joint, double lower, double upper) {
    bool moves = joint->kind == CD_JOINT_HINGE || joint->kind == CD_JOINT_SLIDER;
    if (!areLimits(joint->kind, lower, upper) || !(moves || joint->limited)) return false;
    if (moves) joint->limited = isfinite(lower) || isfinite(upper);
    setLimits(joint, lower, upper);
    memset(joint->impulses, 0, sizeof joint->impulses);
    return true;
}

bool cdSetUpJoint(cdWorldJoint *joint, const cdJointDef *def, cdPose poseA, cdPose poseB) {
    if (!isMeaningful(def) || !cdIsValidPose(poseA) || !cdIsValidPose(poseB)) return false;
    cdVec3 axis = getAxis(def), pointB = def->kind == CD_JOINT_DISTANCE ? def->pointB : def->point;
    double length = cdLength(cdSub(def->point, pointB));
    bool rod = def->kind == CD_JOINT_DISTANCE && !def->limited;
    if (rod && !(length > 0.0 && isfinite(length))) return false;
    *joint = (cdWorldJoint){.present = true,
                            .limited = def->limited,
                            .turns = def->kind == CD_JOINT_SLIDER && def->turns,
                            .passes = def->passes,
                            .kind = def->kind,
                            .bodyA = cdGetBodyIndex(def->bodyA),
                            .bodyB = def->bodyB >= 0 ? cdGetBodyIndex(def->bodyB) : -1,
                            .pointA = cdInvTransformPoint(poseA, def->point),
                            .pointB = cdInvTransformPoint(poseB, pointB),
                            .axisA = cdInvRotate(poseA.q, axis),
                            .axisB = cdInvRotate(poseB.q, getAxisB(def)),
                            .length = length,
                            .motor = def->motor,
                            .breakingForce = def->breakingForce,
                            .breakingTorque = def->breakingTorque};
    if (cdLengthSq(axis) > 0.0) {
        cdVec3 side = cdRotate(poseB.q, cdFindPerpendicular(joint->axisB));
        joint->sideA = cdInvRotate(poseA.q, side);
    }
    setLimits(joint, def->lower, def->upper);
    return true;
}
