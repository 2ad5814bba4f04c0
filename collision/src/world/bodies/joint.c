// Joints as rows of velocities over a step and of positions; the drift of a joint.
//
// Source: [BV92 2.1], the ball-and-socket hinge; the velocity terms of its acceleration constraint are the
// difference of rates that forces.c computes.
// (1) A ball joint's equation is pA - pB = 0, for a point of each. Its three rows act at the midpoint m, so
// that their impulses turn the two bodies by equal and opposite moments, whatever the drift:
// J v = vA + wA x (m - cA) - vB - wB x (m - cB). (2) A hinge also has aA . uB = 0 and aA . wB = 0, with aA
// its axis on A, and uB, wB perpendicular to its axis on B. They are rows of rotation about k = aA x uB:
// (aA . uB)' = k . (wA - wB). (3) A motor is a row about the axis, bounded by its torque times dt.
// (4) Corrections have the same J, with the equations' residual as bound.
#include "world/bodies/joint.h"
#include "foundation/numbers/rounding.h"

#include <math.h>
#include <string.h>

enum { POINT_ROWS = 3 };

// Returns a unit vector perpendicular to a unit vector, always the same one for it.
static cdVec3 findPerpendicular(cdVec3 axis) {
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

bool cdSetUpJoint(cdWorldJoint *joint, const cdJointDef *def, cdPose poseA, cdPose poseB) {
    bool hinge = def->kind == CD_JOINT_HINGE;
    if (!hinge && def->kind != CD_JOINT_BALL) return false;
    if (def->bodyA < 0 || def->bodyB < -1 || def->bodyA == def->bodyB) return false;
    if (!isFinite(def->point) || !cdIsValidPose(poseA) || !cdIsValidPose(poseB)) return false;
    cdVec3 axis = hinge ? cdNormalize(def->axis) : (cdVec3){0.0, 0.0, 0.0};
    // Normalizing a vector that is not finite gives no unit vector.
    if (hinge && !(fabs(cdLengthSq(axis) - 1.0) <= 1e-6)) return false;
    if (hinge && (!isfinite(def->speed) || !isfinite(def->torque) || def->torque < 0.0)) return false;
    *joint = (cdWorldJoint){.present = true,
                            .kind = def->kind,
                            .bodyA = cdGetBodyIndex(def->bodyA),
                            .bodyB = def->bodyB >= 0 ? cdGetBodyIndex(def->bodyB) : -1,
                            .pointA = cdInvTransformPoint(poseA, def->point),
                            .pointB = cdInvTransformPoint(poseB, def->point),
                            .axisA = cdInvRotate(poseA.q, axis),
                            .axisB = cdInvRotate(poseB.q, axis),
                            .speed = hinge ? def->speed : 0.0,
                            .torque = hinge ? def->torque : 0.0};
    return true;
}

// --- (1)

// The joint's anchors in the world.
typedef struct Anchors {
    cdVec3 a, b, middle;
} Anchors;

static Anchors placeAnchors(const cdWorldJoint *joint, const cdJointPlace *place) {
    cdVec3 a = cdTransformPoint(place->poseA, joint->pointA),
           b = cdTransformPoint(place->poseB, joint->pointB);
    return (Anchors){a, b, cdLerp(a, b, 0.5)};
}

static void makePointRows(const cdJointPlace *place, cdVec3 middle, cdVec3 bound, int32_t indexA,
                          int32_t indexB, cdRow *rows) {
    const cdVec3 axes[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (int i = 0; i < POINT_ROWS; i++) {
        rows[i] =
            cdMakePointRow(CD_ROW_TIE, indexA, indexB, middle, axes[i], place->a.centroid, place->b.centroid);
        rows[i].bound = cdDot(axes[i], bound);
    }
}

// --- (2)

// One of the two equations of a hinge's axes: its residual, its axis of rotation.
typedef struct AxisRow {
    double off;
    cdVec3 axis;
} AxisRow;

static AxisRow makeAxisRow(const cdWorldJoint *joint, const cdJointPlace *place, int side) {
    cdVec3 first = findPerpendicular(joint->axisB);
    cdVec3 local = side == 0 ? first : cdCross(joint->axisB, first);
    cdVec3 a = cdRotate(place->poseA.q, joint->axisA), b = cdRotate(place->poseB.q, local);
    return (AxisRow){cdDot(a, b), cdCross(a, b)};
}

// --- (3), (4)

int32_t cdMakeJointRows(const cdWorldJoint *joint, const cdJointPlace *place, double dt, int32_t indexA,
                        int32_t indexB, cdRow rows[CD_JOINT_ROWS]) {
    Anchors at = placeAnchors(joint, place);
    int32_t count = POINT_ROWS;
    makePointRows(place, at.middle, (cdVec3){0.0, 0.0, 0.0}, indexA, indexB, rows);
    for (int side = 0; side < 2 && joint->kind == CD_JOINT_HINGE; side++) {
        AxisRow axis = makeAxisRow(joint, place, side);
        rows[count++] = cdMakeTurnRow(CD_ROW_TIE, indexA, indexB, axis.axis);
    }
    if (joint->torque > 0.0 && dt > 0.0) {
        cdVec3 axis = cdRotate(place->poseA.q, joint->axisA);
        rows[count] = cdMakeTurnRow(CD_ROW_BOUNDED, indexA, indexB, axis);
        rows[count].bound = joint->speed;
        rows[count++].limit = joint->torque * dt;
    }
    // Impulses of a step are no estimate for an impact.
    for (int32_t i = 0; i < count && dt > 0.0; i++)
        rows[i].impulse = joint->impulses[i];
    return count;
}

void cdKeepJointImpulses(cdWorldJoint *joint, const cdRow *rows, int32_t rowCount) {
    memset(joint->impulses, 0, sizeof joint->impulses);
    for (int32_t i = 0; i < rowCount; i++)
        joint->impulses[i] = rows[i].impulse;
}

int32_t cdMakeJointCorrection(const cdWorldJoint *joint, const cdJointPlace *place, int32_t indexA,
                              int32_t indexB, cdRow rows[CD_JOINT_ROWS]) {
    Anchors at = placeAnchors(joint, place);
    int32_t count = POINT_ROWS;
    makePointRows(place, at.middle, cdSub(at.b, at.a), indexA, indexB, rows);
    for (int side = 0; side < 2 && joint->kind == CD_JOINT_HINGE; side++) {
        AxisRow axis = makeAxisRow(joint, place, side);
        rows[count] = cdMakeTurnRow(CD_ROW_TIE, indexA, indexB, axis.axis);
        rows[count++].bound = -axis.off;
    }
    return count;
}

double cdGetJointError(const cdWorldJoint *joint, cdPose poseA, cdPose poseB, double radius) {
    cdVec3 apart = cdSub(cdTransformPoint(poseA, joint->pointA), cdTransformPoint(poseB, joint->pointB));
    if (joint->kind != CD_JOINT_HINGE) return cdLength(apart);
    cdVec3 turned = cdSub(cdRotate(poseA.q, joint->axisA), cdRotate(poseB.q, joint->axisB));
    return cdMax(cdLength(apart), radius * cdLength(turned));
}
