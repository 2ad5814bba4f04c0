// Two hulls in one frame; see convex_pair.h.
#include "convex/separation/convex_pair.h"
#include "convex/separation/support.h"
#include "foundation/numbers/rounding.h"

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
    return CD_HULL_TOLERANCE_UNITS * CD_EPSILON * size + a->error + b->error;
}

// The values stay in registers: loading a pair of coordinates would wait for narrower stores just made.
void cdSetConvexPair(const cdSeparationInput *input, const cdPlacedHulls *placed, cdConvexPair *pair) {
    const cdVec3 ra = cdGetFirstLane3(placed->r), rb = cdGetSecondLane3(placed->r), toA = placed->toA;
    const cdQuat qa = {cdGetFirstLane(placed->w), ra.x, ra.y, ra.z};
    const cdQuat qb = {cdGetSecondLane(placed->w), rb.x, rb.y, rb.z};
    pair->a = input->convexA;
    pair->b = input->convexB;
    pair->qb = qb;
    pair->poseCount = 1;
    pair->rotations[0] = makeRotation(cdMulQuat(cdConjugate(qb), qa));
    pair->offsets[0] = cdInvRotate(qb, toA);
    pair->thickness = 0.0;
    pair->tolerance = placed->tolerance;
    pair->method = input->support;
    pair->turned = false;
    pair->supportSteps = 0;
    pair->trace = NULL;
}

bool cdPlaceConvexPair(const cdSeparationInput *input, cdConvexPair *pair) {
    cdPlacedHulls placed;
    if (!cdPlaceHulls(input, &placed)) return false;
    cdSetConvexPair(input, &placed, pair);
    return cdIsHullSizeValid(placed.size);
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
