// The position of a joint in its remaining freedom, and the rate of the position.
//
// (1) Hinge: with a, b the unit vectors of both bodies that coincided at the definition, perpendicular to the
// axis, the angle is atan2(axis . (b x a), b . a). Turns are counted: the angle is the one of its values, 2
// pi apart, nearest to that after the last advance, in which two bodies turn by less than pi relative to each
// other (step.c, jointed.c). Its rate is axis . (wA - wB). (2) Slider: d = axis . (pA - pB), with the axis
// fixed in B. d' is the relative velocity of both bodies at pA along the axis. (3) Distance: |pA - pB|, along
// its unit vector. (4) Ball joint: the angle of its axes, with cos' = (aA x aB) . (wA - wB).
#include "foundation/numbers/functions.h"
#include "world/bodies/joint.h"

#include <math.h>

static const double TURN = 6.28318530717958647693;

// Shorter vectors have no direction: that of a point is then x, that of an angle a perpendicular.
static const double SHORTEST = 0x1p-500;

bool cdIsAngle(cdJointKind kind) {
    return kind == CD_JOINT_HINGE || kind == CD_JOINT_BALL;
}

static cdVec3 getApart(const cdWorldJoint *joint, cdPose poseA, cdPose poseB) {
    return cdSub(cdTransformPoint(poseA, joint->pointA), cdTransformPoint(poseB, joint->pointB));
}

static double getAngle(const cdWorldJoint *joint, cdPose poseA, cdPose poseB) {
    cdVec3 axis = cdRotate(poseB.q, joint->axisB), a = cdRotate(poseA.q, joint->sideA),
           b = cdRotate(poseB.q, cdFindPerpendicular(joint->axisB));
    double angle = cdAtan2(cdDot(axis, cdCross(b, a)), cdDot(a, b));
    return joint->angle + remainder(angle - joint->angle, TURN);
}

static double getConeAngle(const cdWorldJoint *joint, cdPose poseA, cdPose poseB) {
    cdVec3 a = cdRotate(poseA.q, joint->axisA), b = cdRotate(poseB.q, joint->axisB);
    return cdAtan2(cdLength(cdCross(a, b)), cdDot(a, b));
}

double cdGetJointPosition(const cdWorldJoint *joint, cdPose poseA, cdPose poseB) {
    if (joint->kind == CD_JOINT_HINGE) return getAngle(joint, poseA, poseB);
    if (joint->kind == CD_JOINT_BALL) return joint->limited ? getConeAngle(joint, poseA, poseB) : 0.0;
    if (joint->kind == CD_JOINT_DISTANCE) return cdLength(getApart(joint, poseA, poseB));
    if (joint->kind == CD_JOINT_FIXED) return 0.0;
    return cdDot(cdRotate(poseB.q, joint->axisB), getApart(joint, poseA, poseB));
}

cdVec3 cdGetJointDirection(const cdWorldJoint *joint, cdPose poseA, cdPose poseB) {
    if (joint->kind == CD_JOINT_SLIDER) return cdRotate(poseB.q, joint->axisB);
    cdVec3 apart = getApart(joint, poseA, poseB);
    double length = cdLength(apart);
    return length > SHORTEST ? cdScale(1.0 / length, apart) : (cdVec3){1.0, 0.0, 0.0};
}

// Returns the axis about which a positive rotation of A increases the angle.
static cdVec3 getTurnAxis(const cdWorldJoint *joint, const cdJointPlace *place) {
    cdVec3 a = cdRotate(place->poseA.q, joint->axisA);
    if (joint->kind == CD_JOINT_HINGE) return a;
    cdVec3 across = cdCross(cdRotate(place->poseB.q, joint->axisB), a);
    double sine = cdLength(across);
    return sine > SHORTEST ? cdScale(1.0 / sine, across) : cdFindPerpendicular(a);
}

cdRow cdMakePositionRow(cdRowKind kind, const cdWorldJoint *joint, const cdJointPlace *place, double sign,
                        int32_t indexA, int32_t indexB) {
    if (cdIsAngle(joint->kind))
        return cdMakeTurnRow(kind, indexA, indexB, cdScale(sign, getTurnAxis(joint, place)));
    cdVec3 a = cdTransformPoint(place->poseA, joint->pointA),
           direction = cdGetJointDirection(joint, place->poseA, place->poseB);
    return cdMakePointRow(kind, indexA, indexB, a, cdScale(sign, direction), place->a.centroid,
                          place->b.centroid);
}

double cdGetJointSpeed(const cdWorldJoint *joint, const cdJointPlace *place) {
    if (joint->kind == CD_JOINT_FIXED || (joint->kind == CD_JOINT_BALL && !joint->limited)) return 0.0;
    cdRow row = cdMakePositionRow(CD_ROW_TIE, joint, place, 1.0, 0, 0);
    cdVec3 turning = cdSub(place->a.angular, place->b.angular);
    if (cdIsAngle(joint->kind)) return cdDot(row.angularA, turning);
    return cdDot(row.direction, cdSub(place->a.velocity, place->b.velocity)) +
           cdDot(row.angularA, place->a.angular) - cdDot(row.angularB, place->b.angular);
}
