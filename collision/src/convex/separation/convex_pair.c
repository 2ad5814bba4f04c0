// Two hulls in one frame; see convex_pair.h.
#include "convex/separation/convex_pair.h"
#include "convex/separation/support.h"
#include "foundation/numbers/rounding.h"

// Transforming a vertex and taking its height along a direction rounds by less than a quarter of this many
// units of the pair's size; the other three quarters cover the steps of the fallback.
static const double toleranceUnits = 64.0;
static const double largestSize = 1e70;   // so that products of three lengths do not overflow,
static const double smallestSize = 1e-70; // nor underflow

// Normalizes a quaternion of unit length within 1e-6 to the last digit: the series of 1 / sqrt(1 + e).
static cdQuat makeUnit(cdQuat q) {
    double e = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1.0;
    double s = 1.0 - e * (0.5 - e * (0.375 - 0.3125 * e));
    return (cdQuat){s * q.w, s * q.x, s * q.y, s * q.z};
}

static cdMat3 makeRotation(cdQuat q) {
    double x = 2.0 * q.x, y = 2.0 * q.y, z = 2.0 * q.z;
    double xx = q.x * x, yy = q.y * y, zz = q.z * z, xy = q.x * y, xz = q.x * z, yz = q.y * z;
    double wx = q.w * x, wy = q.w * y, wz = q.w * z;
    return (cdMat3){{{1.0 - (yy + zz), xy - wz, xz + wy},
                     {xy + wz, 1.0 - (xx + zz), yz - wx},
                     {xz - wy, yz + wx, 1.0 - (xx + yy)}}};
}

double cdGetHullTolerance(const cdConvex *a, const cdConvex *b, double distance) {
    double size = a->size + b->size + distance;
    return toleranceUnits * CD_EPSILON * size + a->info.error + b->info.error;
}

bool cdPlaceConvexPair(const cdSeparationInput *input, cdConvexPair *pair) {
    const cdConvex *a = input->convexA, *b = input->convexB;
    cdPose poseA = input->poseA, poseB = input->poseB;
    if (!cdIsUnitQuat(poseA.q) || !cdIsUnitQuat(poseB.q)) return false;
    pair->a = a;
    pair->b = b;
    pair->qa = makeUnit(poseA.q);
    pair->qb = makeUnit(poseB.q);
    // Positions first, so that a common offset cancels before anything is rounded against it.
    cdVec3 between = cdSub(poseA.p, poseB.p);
    cdVec3 arms = cdSub(cdRotate(pair->qa, a->info.center), cdRotate(pair->qb, b->info.center));
    pair->toA = cdAdd(between, arms);
    pair->method = input->support;
    pair->turned = false;
    pair->supportSteps = 0;
    pair->trace = NULL;
    double size = a->size + b->size + cdSumAbs(pair->toA);
    pair->tolerance = cdGetHullTolerance(a, b, cdSumAbs(pair->toA));
    return size == 0.0 || (size >= smallestSize && size <= largestSize); // nor if a pose is not finite
}

void cdTurnConvexPair(cdConvexPair *pair) {
    pair->poseCount = 1;
    pair->rotations[0] = makeRotation(cdMulQuat(cdConjugate(pair->qb), pair->qa));
    pair->offsets[0] = cdInvRotate(pair->qb, pair->toA);
    pair->thickness = 0.0;
}

cdTraceEvent *cdAddVectorEvent(const cdConvexPair *pair, cdTraceKind kind, cdTraceHow how, cdVec3 direction,
                               double gap, const cdDifference *found) {
    cdTraceEvent *event = cdAddEvent(pair->trace, kind);
    if (!event) return NULL;
    event->how = how;
    event->a = found->a;
    event->b = found->b;
    cdSetEventVector(event, 0, cdRotate(pair->qb, direction));
    event->c[3] = gap;
    cdSetEventVector(event, 4, cdRotate(pair->qb, found->m));
    event->c[7] = pair->thickness;
    event->c[8] = gap > pair->tolerance ? 1.0 : 0.0;
    return event;
}

void cdTraceHulls(const cdConvexPair *pair, cdTraceHow how, bool separated, int32_t steps, cdVec3 direction,
                  double gap, const cdDifference *found) {
    cdTraceEvent *event = cdAddVectorEvent(pair, CD_TRACE_HULLS, how, direction, gap, found);
    if (!event) return;
    event->a = separated;
    event->b = steps;
}
