// Joints as rows of velocities over a step and of positions; the drift of a joint.
//
// Source: [BV92 2.1], the ball-and-socket hinge; the velocity terms of its acceleration constraint are the
// difference of rates that forces.c computes.
// (1) A ball joint's equation is pA - pB = 0, for a point of each. Its three rows act at the midpoint m, so
// that their impulses turn the two bodies by equal and opposite moments, whatever the drift:
// J v = vA + wA x (m - cA) - vB - wB x (m - cB). A slider has two such equations, t . (pA - pB) = 0 for
// directions t of B across its axis; they act at pA, which makes J v exact also far from pB. A rod has one,
// |pA - pB| = length. (2) A hinge also has aA . uB = 0 and aA . wB = 0, with aA its axis on A, and uB, wB
// perpendicular to its axis on B. They are rows of rotation about k = aA x uB: (aA . uB)' = k . (wA - wB).
// Fixed joints and sliders also have uA . wB = 0. (3) A limit is a row of the rate of the position
// (joint_position.c) that only pushes. (4) A motor is a row of this rate, bounded by its force times dt.
// (5) Corrections have the same J, with the equations' residual as bound.
#include "world/bodies/joint.h"
#include "foundation/numbers/rounding.h"

#include <math.h>
#include <string.h>

int32_t cdCountJointPoints(const cdWorldJoint *joint) {
    if (joint->kind == CD_JOINT_DISTANCE) return joint->limited ? 0 : 1;
    return joint->kind == CD_JOINT_SLIDER ? 2 : 3;
}

static int32_t countTurnRows(const cdWorldJoint *joint) {
    if (joint->kind == CD_JOINT_HINGE) return 2;
    if (joint->kind == CD_JOINT_SLIDER) return joint->turns ? 2 : 3;
    return joint->kind == CD_JOINT_FIXED ? 3 : 0;
}

int32_t cdCountJointTies(const cdWorldJoint *joint) {
    return cdCountJointPoints(joint) + countTurnRows(joint);
}

int32_t cdCountJointLimits(const cdWorldJoint *joint) {
    return (joint->lower > -INFINITY ? 1 : 0) + (joint->upper < INFINITY ? 1 : 0);
}

// --- (1)

// One of the equations of a joint's points: its residual, its direction, where it acts.
typedef struct PointRow {
    double off;
    cdVec3 direction, point;
} PointRow;

static PointRow makePointRow(const cdWorldJoint *joint, const cdJointPlace *place, int index) {
    const cdVec3 axes[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    cdVec3 a = cdTransformPoint(place->poseA, joint->pointA),
           b = cdTransformPoint(place->poseB, joint->pointB), apart = cdSub(b, a);
    if (joint->kind == CD_JOINT_SLIDER) {
        cdVec3 side = cdFindPerpendicular(joint->axisB);
        cdVec3 across = cdRotate(place->poseB.q, index == 0 ? side : cdCross(joint->axisB, side));
        return (PointRow){-cdDot(across, apart), across, a};
    }
    if (joint->kind == CD_JOINT_DISTANCE) {
        cdVec3 direction = cdGetJointDirection(joint, place->poseA, place->poseB);
        return (PointRow){cdLength(apart) - joint->length, direction, cdLerp(a, b, 0.5)};
    }
    return (PointRow){-cdDot(axes[index], apart), axes[index], cdLerp(a, b, 0.5)};
}

static cdRow placePointRow(const cdJointPlace *place, const PointRow *at, int32_t indexA, int32_t indexB) {
    return cdMakePointRow(CD_ROW_TIE, indexA, indexB, at->point, at->direction, place->a.centroid,
                          place->b.centroid);
}

// --- (2)

// One of the equations of a joint's axes: its residual, its axis of rotation.
typedef struct AxisRow {
    double off;
    cdVec3 axis;
} AxisRow;

static AxisRow makeAxisRow(const cdWorldJoint *joint, const cdJointPlace *place, int index) {
    cdVec3 first = cdFindPerpendicular(joint->axisB);
    cdVec3 local = index == 0 ? first : cdCross(joint->axisB, first);
    cdVec3 a = cdRotate(place->poseA.q, index == 2 ? joint->sideA : joint->axisA),
           b = cdRotate(place->poseB.q, local);
    return (AxisRow){cdDot(a, b), cdCross(a, b)};
}

// --- (3)

int32_t cdMakeLimitRows(const cdWorldJoint *joint, const cdJointPlace *place, int32_t indexA, int32_t indexB,
                        cdRow rows[CD_LIMIT_ROWS], double gaps[CD_LIMIT_ROWS]) {
    int32_t count = 0;
    if (cdCountJointLimits(joint) == 0) return 0;
    double position = cdGetJointPosition(joint, place->poseA, place->poseB);
    if (joint->lower > -INFINITY) {
        gaps[count] = position - joint->lower;
        rows[count++] = cdMakePositionRow(CD_ROW_PUSH, joint, place, 1.0, indexA, indexB);
    }
    if (joint->upper < INFINITY) {
        gaps[count] = joint->upper - position;
        rows[count++] = cdMakePositionRow(CD_ROW_PUSH, joint, place, -1.0, indexA, indexB);
    }
    return count;
}

// --- (4)

int32_t cdMakeJointRows(const cdWorldJoint *joint, const cdJointPlace *place, double dt, int32_t indexA,
                        int32_t indexB, cdRow rows[CD_JOINT_ROWS]) {
    int32_t count = 0;
    for (int i = 0; i < cdCountJointPoints(joint); i++) {
        PointRow point = makePointRow(joint, place, i);
        rows[count++] = placePointRow(place, &point, indexA, indexB);
    }
    for (int i = 0; i < countTurnRows(joint); i++)
        rows[count++] = cdMakeTurnRow(CD_ROW_TIE, indexA, indexB, makeAxisRow(joint, place, i).axis);
    if (!(dt > 0.0)) return count; // impulses of a step are no estimate for an impact
    double gaps[CD_LIMIT_ROWS];
    count += cdMakeLimitRows(joint, place, indexA, indexB, rows + count, gaps);
    if (joint->motor.maxForce > 0.0) {
        rows[count] = cdMakePositionRow(CD_ROW_BOUNDED, joint, place, 1.0, indexA, indexB);
        rows[count].bound = joint->motor.speed;
        rows[count++].limit = joint->motor.maxForce * dt;
    }
    for (int32_t i = 0; i < count; i++)
        rows[i].impulse = joint->impulses[i];
    return count;
}

void cdKeepJointImpulses(cdWorldJoint *joint, const cdRow *rows, int32_t rowCount) {
    memset(joint->impulses, 0, sizeof joint->impulses);
    for (int32_t i = 0; i < rowCount; i++)
        joint->impulses[i] = rows[i].impulse;
}

// --- (5)

int32_t cdMakeJointCorrection(const cdWorldJoint *joint, const cdJointPlace *place, int32_t indexA,
                              int32_t indexB, cdRow rows[CD_JOINT_ROWS]) {
    int32_t count = 0;
    for (int i = 0; i < cdCountJointPoints(joint); i++) {
        PointRow point = makePointRow(joint, place, i);
        rows[count] = placePointRow(place, &point, indexA, indexB);
        rows[count++].bound = -point.off;
    }
    for (int i = 0; i < countTurnRows(joint); i++) {
        AxisRow axis = makeAxisRow(joint, place, i);
        rows[count] = cdMakeTurnRow(CD_ROW_TIE, indexA, indexB, axis.axis);
        rows[count++].bound = -axis.off;
    }
    double gaps[CD_LIMIT_ROWS];
    int32_t limits = cdMakeLimitRows(joint, place, indexA, indexB, rows + count, gaps);
    for (int32_t i = 0; i < limits; i++)
        rows[count + i].bound = -gaps[i];
    return count + limits;
}

static double getPointError(const cdWorldJoint *joint, cdPose poseA, cdPose poseB) {
    cdVec3 apart = cdSub(cdTransformPoint(poseA, joint->pointA), cdTransformPoint(poseB, joint->pointB));
    if (joint->kind == CD_JOINT_DISTANCE) return joint->limited ? 0.0 : fabs(cdLength(apart) - joint->length);
    if (joint->kind == CD_JOINT_SLIDER) return cdLength(cdCross(cdRotate(poseB.q, joint->axisB), apart));
    return cdLength(apart);
}

// Returns the distance of unit vectors of both bodies that coincide while the joint holds.
static double getAxisError(const cdWorldJoint *joint, cdPose poseA, cdPose poseB) {
    double error = cdLength(cdSub(cdRotate(poseA.q, joint->axisA), cdRotate(poseB.q, joint->axisB)));
    if (countTurnRows(joint) == 2) return error;
    cdVec3 side = cdRotate(poseB.q, cdFindPerpendicular(joint->axisB));
    return cdMax(error, cdLength(cdSub(cdRotate(poseA.q, joint->sideA), side)));
}

double cdGetJointError(const cdWorldJoint *joint, cdPose poseA, cdPose poseB, double radius) {
    double error = getPointError(joint, poseA, poseB);
    if (countTurnRows(joint) > 0) error = cdMax(error, radius * getAxisError(joint, poseA, poseB));
    if (cdCountJointLimits(joint) == 0) return error;
    double position = cdGetJointPosition(joint, poseA, poseB);
    double beyond = cdMax(joint->lower - position, position - joint->upper);
    return cdMax(error, (cdIsAngle(joint->kind) ? radius : 1.0) * beyond);
}
