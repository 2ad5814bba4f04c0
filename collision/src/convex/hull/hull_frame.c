// The frame in which a hull is built; see hull_frame.h.
#include "convex/hull/hull_frame.h"
#include "foundation/numbers/rounding.h"

// A hull thinner than this many rounding units of the size is flat: coordinates are no more accurate.
static const double flatUnits = 8.0;

static int32_t findFarthestPoint(const cdVec3 *points, int32_t pointCount, cdVec3 from) {
    int32_t farthest = 0;
    double largest = -1.0;
    for (int32_t i = 0; i < pointCount; i++) {
        double distance = cdMaxAbs(cdSub(points[i], from)); // a square may overflow
        if (distance <= largest) continue;
        largest = distance;
        farthest = i;
    }
    return farthest;
}

// Returns the offset, perpendicular to the axes found so far, of the point farthest from them.
static cdVec3 findWidestOffset(const cdHullFrame *frame, const cdVec3 *points, int32_t pointCount,
                               int32_t axisCount) {
    cdVec3 widest = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < pointCount; i++) {
        cdVec3 offset = cdSub(points[i], frame->origin);
        for (int32_t k = 0; k < axisCount; k++)
            offset = cdMulAdd(offset, -cdDot(offset, frame->axes[k]), frame->axes[k]);
        if (cdMaxAbs(offset) > cdMaxAbs(widest)) widest = offset;
    }
    return widest;
}

// Makes an axis perpendicular to the previous ones: a second pass removes the rounding of the first.
static cdVec3 makeAxis(const cdHullFrame *frame, cdVec3 offset, int32_t axisCount) {
    if (axisCount == 2) return cdNormalize(cdCross(frame->axes[0], frame->axes[1]));
    cdVec3 axis = cdNormalize(offset);
    for (int32_t k = 0; k < axisCount; k++)
        axis = cdMulAdd(axis, -cdDot(axis, frame->axes[k]), frame->axes[k]);
    return cdNormalize(axis);
}

static double findScale(const cdVec3 *points, int32_t pointCount) {
    double largest = 0.0;
    int exponent;
    for (int32_t i = 0; i < pointCount; i++)
        largest = cdMax(largest, cdMaxAbs(points[i]));
    (void)frexp(largest, &exponent);
    return ldexp(1.0, exponent > -1000 ? -exponent : 1000);
}

cdHullFrame cdFindHullFrame(const cdVec3 *points, int32_t pointCount) {
    cdHullFrame frame = {.scale = findScale(points, pointCount)};
    frame.first = findFarthestPoint(points, pointCount, points[0]);
    frame.origin = points[frame.first];
    frame.second = findFarthestPoint(points, pointCount, frame.origin);
    double size = cdMaxAbs(cdSub(points[frame.second], frame.origin));
    double flat = flatUnits * CD_EPSILON * (size + cdMaxAbs(frame.origin));
    for (int32_t k = 0; k < 3; k++) {
        cdVec3 offset = k == 0 ? cdSub(points[frame.second], frame.origin)
                               : findWidestOffset(&frame, points, pointCount, k);
        frame.extents[k] = cdMaxAbs(offset);
        if (frame.extents[k] <= flat) break;
        frame.axes[k] = makeAxis(&frame, offset, k);
        frame.dimension = k + 1;
    }
    frame.normal = cdNormalize(cdCross(frame.axes[0], frame.axes[1]));
    cdVec3 n = {fabs(frame.normal.x), fabs(frame.normal.y), fabs(frame.normal.z)};
    frame.flatAxis = n.x >= cdMax(n.y, n.z) ? 0 : n.y >= n.z ? 1 : 2;
    return frame;
}
