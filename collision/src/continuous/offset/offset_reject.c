// The cheap test in front of cdFindOffsetContact; see offset_contact.h.
//
// (1) A corner of A leaves its chord by at most a bulge [numerics section 2: |x''| <= 4 sqrt(k2) |b|]. (2)
// Boxes along the axes around the chords and around B. (3) One direction that separates the middles of both,
// then B's plane, and A's at the start: any direction is a certificate if the chords stay beyond d and the
// bulge.
#include "continuous/elements/elements.h"
#include "continuous/offset/offset_contact.h"

// In rounding units of the coordinates' sizes: for transforming corners, products and sums.
static const double roundingUnits = 64.0;

cdOffsetPath cdBoundOffsetPath(const cdScrew *screw, const cdVec3 a[3], double tau0, double tau1) {
    cdOffsetPath path;
    double velocity = 0.0, size = 0.0, width = tau1 - tau0;
    for (int k = 0; k < 3; k++) {
        cdMovingPoint p = cdMakeMovingPoint(screw, a[k]);
        path.from[k] = cdPlaceMovingPoint(screw, &p, tau0);
        path.to[k] = cdPlaceMovingPoint(screw, &p, tau1);
        velocity = cdMax(velocity, cdLengthSq(p.b));
        size = cdMax(size, cdSumAbs(p.x) + 2.0 * p.bScale);
    }
    path.bulge = 0.5 * width * width * sqrt(screw->k2 * velocity) +
                 roundingUnits * CD_EPSILON * (size + fabs(screw->s));
    return path;
}

static void stretch(double value, double *lower, double *upper) {
    *lower = cdMin(*lower, value);
    *upper = cdMax(*upper, value);
}

// Returns the gap between the extents of both along a direction; below 0: they overlap.
static double findGap(const cdOffsetPath *path, const cdVec3 b[3], cdVec3 n) {
    double lowerA = INFINITY, upperA = -INFINITY, lowerB = INFINITY, upperB = -INFINITY;
    for (int k = 0; k < 3; k++) {
        stretch(cdDot(n, path->from[k]), &lowerA, &upperA);
        stretch(cdDot(n, path->to[k]), &lowerA, &upperA);
        stretch(cdDot(n, b[k]), &lowerB, &upperB);
    }
    return cdMax(lowerA - upperB, lowerB - upperA);
}

static cdVec3 findCenter(const cdVec3 v[3]) {
    return cdScale(1.0 / 3.0, cdAdd(cdAdd(v[0], v[1]), v[2]));
}

static bool isPartedBy(const cdOffsetPath *path, const cdVec3 b[3], cdVec3 n, double reach) {
    double gap = findGap(path, b, n);
    return gap > 0.0 && gap * gap > reach * reach * cdLengthSq(n);
}

bool cdIsPathApart(const cdOffsetPath *path, const cdVec3 b[3], double distance) {
    double size = 0.0;
    for (int k = 0; k < 3; k++)
        size = cdMax(size, cdSumAbs(b[k]));
    double reach = distance + path->bulge + roundingUnits * CD_EPSILON * (size + distance);
    static const cdVec3 AXES[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (int k = 0; k < 3; k++)
        if (isPartedBy(path, b, AXES[k], reach)) return true;
    cdVec3 center = cdScale(0.5, cdAdd(findCenter(path->from), findCenter(path->to)));
    if (isPartedBy(path, b, cdSub(center, findCenter(b)), reach)) return true;
    if (isPartedBy(path, b, cdCross(cdSub(b[1], b[0]), cdSub(b[2], b[0])), reach)) return true;
    return isPartedBy(
        path, b, cdCross(cdSub(path->from[1], path->from[0]), cdSub(path->from[2], path->from[0])), reach);
}
