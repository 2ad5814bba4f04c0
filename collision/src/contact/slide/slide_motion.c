// Logarithm and exponential of rigid displacements about a point near the body.
//
// Source: the screw of a displacement [RKC01 2]; R. M. Murray, Z. Li, S. S. Sastry, A Mathematical
// Introduction to Robotic Manipulation, 1994, section 2.3.3: a point c that turns with angular velocity w and
// has velocity v at the beginning has moved after one unit of time by
//     d = v + (1 - cos a) / a^2 w x v + (a - sin a) / a^3 w x (w x v),    a = |w|
// and conversely
//     v = d - w x d / 2 + (1 - a / 2 cot(a / 2)) / a^2 w x (w x d).
// The squared distance of two poses is d . d + w . I w, with I the tensor at the first. As that turns by u,
// the rest of the turn changes by -J u, seen from the body, with J = 1 - w x / 2 + (...) w x w x as above; so
// half the square falls fastest, in the metric of I, along  I^-1 J^T I w. Below 1e-4 the coefficients come
// from their series: the next term is less than rounding.
#include "contact/slide/slide_motion.h"
#include "foundation/geometry/turn.h"
#include "foundation/numbers/functions.h"

static const double SMALL_ANGLE = 1e-4;

cdTwist cdFindPoseStep(cdPose from, cdPose to, cdVec3 local) {
    cdQuat turn = cdFindTurn(from.q, to.q);
    cdVec3 v = {turn.x, turn.y, turn.z};
    double sine = cdLength(v), angle = 2.0 * cdAtan2(sine, turn.w);
    cdVec3 arm = cdSub(cdRotate(to.q, local), cdRotate(from.q, local));
    return (cdTwist){cdAdd(cdSub(to.p, from.p), arm), cdScale(sine > 0.0 ? angle / sine : 2.0, v)};
}

// Returns u + half w x u + (1 - a / 2 cot(a / 2)) / a^2 w x (w x u).
static cdVec3 applyInverse(cdVec3 w, double half, cdVec3 u) {
    double angle = cdLength(w);
    double third =
        angle < SMALL_ANGLE ? 1.0 / 12.0 : (1.0 - 0.5 * angle / cdTan(0.5 * angle)) / (angle * angle);
    cdVec3 cross = cdCross(w, u);
    return cdMulAdd(cdMulAdd(u, half, cross), third, cdCross(w, cross));
}

cdTwist cdFindTwist(cdPose from, cdPose to, cdVec3 local) {
    cdTwist step = cdFindPoseStep(from, to, local);
    step.linear = applyInverse(step.angular, -0.5, step.linear);
    return step;
}

double cdGetPoseDistance(const cdBodyMetric *metric, cdPose from, cdPose to, cdVec3 local) {
    return cdGetTwistSize(metric, cdFindPoseStep(from, to, local));
}

cdTwist cdFindPull(const cdBodyMetric *metric, cdPose from, cdPose to, cdVec3 local) {
    return cdFindPullOfStep(metric, cdFindPoseStep(from, to, local));
}

cdTwist cdFindPullOfStep(const cdBodyMetric *metric, cdTwist step) {
    cdVec3 momentum = cdApplyInertia(metric, step.angular);
    step.angular = cdSolveInertia(metric, applyInverse(step.angular, 0.5, momentum));
    return step;
}

// Returns the first speed of the screw along its axis, as a share of its mean speed: f'(0) of motion.h.
static double getFirstSpeed(double angle) {
    double quarter = 0.25 * 3.14159265358979323846, half = 0.5 * angle;
    if (half > quarter) half *= 0.5; // two screws
    return half < SMALL_ANGLE ? 1.0 - half * half / 3.0 : half / cdTan(half);
}

cdTwist cdFindFirstTwist(cdPose from, cdPose to, cdVec3 local) {
    cdTwist twist = cdFindTwist(from, to, local);
    double angle = cdLength(twist.angular), a2 = angle * angle;
    if (a2 == 0.0) return twist;
    double along = cdDot(twist.linear, twist.angular) / a2;
    twist.linear = cdMulAdd(twist.linear, along * getFirstSpeed(angle) - along, twist.angular);
    return twist;
}

cdPose cdApplyTwist(cdPose from, cdTwist twist, cdVec3 local) {
    cdVec3 v = twist.linear, w = twist.angular;
    double angle = cdLength(w), a2 = angle * angle;
    if (angle == 0.0) return (cdPose){cdAdd(from.p, v), from.q};
    double along = cdDot(v, w) / a2;
    v = cdMulAdd(v, along / getFirstSpeed(angle) - along, w);
    bool small = angle < SMALL_ANGLE;
    double second = small ? 0.5 - a2 / 24.0 : (1.0 - cdCos(angle)) / a2;
    double third = small ? 1.0 / 6.0 : (angle - cdSin(angle)) / (a2 * angle);
    cdVec3 cross = cdCross(w, v);
    cdVec3 d = cdMulAdd(cdMulAdd(v, second, cross), third, cdCross(w, cross));
    cdQuat turn = cdMakeQuat(cdScale(1.0 / angle, w), angle);
    cdPose to = {from.p, cdNormalizeQuat(cdMulQuat(turn, from.q))};
    cdVec3 arm = cdSub(cdRotate(from.q, local), cdRotate(to.q, local));
    to.p = cdAdd(cdAdd(from.p, d), arm);
    return to;
}
