// Closest points of a point and a triangle, and of two segments, degenerate ones included.
//
// Input: corners in any common frame. Output: a point on each element and their squared distance, which
// exceeds the true minimum by no more than a few rounding errors of the elements' own extent: it decides
// contacts where the polynomials cannot, so slivers and nearly parallel edges must not cost digits.
//
// A minimum is inside the elements or on their boundary. The boundary (three edges; four end-to-segment
// pairs) is always evaluated, by projections that are stable for any shape. The inside is one more candidate
// if it exists, in orthonormal coordinates along and across an edge, which are accurate for slivers, unlike
// barycentric formulas. The smallest candidate wins, so an inside solution spoilt by rounding does no harm:
// then the boundary is as close to within rounding.
#include "mesh/shapes/closest.h"
#include "foundation/numbers/float_mode.h"

// One end of the vector between the elements is at the origin: everything below subtracts first, so there is
// no loss of digits far from the origin.
static cdVec3 pointBetween(cdVec3 start, cdVec3 end, cdVec3 along, double t) {
    return t < 0.5 ? cdMulAdd(start, t, along) : cdMulAdd(end, t - 1.0, along);
}

// Returns the parameter in [0, 1] of the point closest to the origin on start + t along.
static double projectOrigin(cdVec3 start, cdVec3 along) {
    double lengthSq = cdLengthSq(along);
    double t = -cdDot(start, along);
    if (!(t > 0.0)) return 0.0;
    return t < lengthSq ? t / lengthSq : 1.0;
}

static void keepNearest(cdClosest *best, cdVec3 onFirst, cdVec3 onSecond, double distanceSq) {
    if (distanceSq < best->distanceSq) *best = (cdClosest){onFirst, onSecond, distanceSq};
}

static void tryPointSegment(cdClosest *best, cdVec3 p, cdVec3 a, cdVec3 b) {
    cdVec3 fromA = cdSub(a, p), fromB = cdSub(b, p), along = cdSub(b, a);
    double t = projectOrigin(fromA, along);
    cdVec3 gap = pointBetween(fromA, fromB, along, t);
    keepNearest(best, p, pointBetween(a, b, along, t), cdLengthSq(gap));
    keepNearest(best, p, a, cdLengthSq(fromA));
    keepNearest(best, p, b, cdLengthSq(fromB));
}

// Tries the foot of the perpendicular from p, if it is inside the triangle.
static void tryInside(cdClosest *best, cdVec3 p, cdVec3 a, cdVec3 b, cdVec3 c) {
    cdVec3 along = cdSub(b, a), side = cdSub(c, a), fromA = cdSub(a, p);
    double length = cdLength(along);
    if (!(length > 0.0)) return;
    cdVec3 x = cdScale(1.0 / length, along);
    double sideX = cdDot(side, x);
    cdVec3 across = cdMulAdd(side, -sideX, x);
    double height = cdLength(across);
    if (!(height > 0.0)) return;
    // Removes the remaining component along x, which is large against the height of a sliver.
    cdVec3 y = cdScale(1.0 / height, across);
    y = cdNormalize(cdMulAdd(y, -cdDot(y, x), x));
    height = cdDot(side, y);
    if (!(height > 0.0)) return;

    double w = -cdDot(fromA, y) / height;
    double v = (-cdDot(fromA, x) - w * sideX) / length;
    if (!(w > 0.0 && v > 0.0 && v + w < 1.0)) return;
    cdVec3 inPlane = cdMulAdd(cdScale(v, along), w, side);
    keepNearest(best, p, cdAdd(a, inPlane), cdLengthSq(cdAdd(fromA, inPlane)));
}

cdClosest cdFindClosestPointTriangle(cdVec3 p, cdVec3 a, cdVec3 b, cdVec3 c) {
    cdClosest best = {p, a, cdLengthSq(cdSub(a, p))};
    tryPointSegment(&best, p, a, b);
    tryPointSegment(&best, p, b, c);
    tryPointSegment(&best, p, c, a);
    tryInside(&best, p, a, b, c);
    return best;
}

// Tries the common perpendicular of both lines, if its feet are inside the segments. The foot on the first
// line comes from cross products, which keep the digits that the normal equations lose for nearly parallel
// lines; the projections after it can only shorten the distance.
static void tryCommonPerpendicular(cdClosest *best, cdVec3 a0, cdVec3 a1, cdVec3 b0, cdVec3 b1) {
    cdVec3 alongA = cdSub(a1, a0), alongB = cdSub(b1, b0), between = cdSub(b0, a0);
    double lengthA = cdLength(alongA), lengthB = cdLength(alongB);
    if (!(lengthA > 0.0 && lengthB > 0.0)) return;
    cdVec3 u = cdScale(1.0 / lengthA, alongA), v = cdScale(1.0 / lengthB, alongB);
    cdVec3 n = cdCross(u, v);
    double sineSq = cdLengthSq(n);
    if (!(sineSq > 0.0)) return;
    double s = cdDot(cdCross(between, v), n) / (sineSq * lengthA);
    if (!(s > 0.0 && s < 1.0)) return;

    cdVec3 offset = cdScale(s, alongA); // from a0 to the point on A
    cdVec3 toStart = cdSub(between, offset), toEnd = cdSub(cdSub(b1, a0), offset);
    double t = projectOrigin(toStart, alongB);
    cdVec3 gap = pointBetween(toStart, toEnd, alongB, t);
    keepNearest(best, pointBetween(a0, a1, alongA, s), pointBetween(b0, b1, alongB, t), cdLengthSq(gap));
}

cdClosest cdFindClosestSegments(cdVec3 a0, cdVec3 a1, cdVec3 b0, cdVec3 b1) {
    cdClosest best = {a0, b0, cdLengthSq(cdSub(b0, a0))};
    tryPointSegment(&best, a0, b0, b1);
    tryPointSegment(&best, a1, b0, b1);
    cdClosest swapped = {b0, a0, best.distanceSq};
    tryPointSegment(&swapped, b0, a0, a1);
    tryPointSegment(&swapped, b1, a0, a1);
    keepNearest(&best, swapped.onSecond, swapped.onFirst, swapped.distanceSq);
    tryCommonPerpendicular(&best, a0, a1, b0, b1);
    return best;
}

double cdGetTriangleDistanceSq(const cdVec3 a[3], const cdVec3 b[3]) {
    double leastSq = INFINITY;
    for (int i = 0; i < 3; i++) {
        leastSq = cdMin(leastSq, cdFindClosestPointTriangle(a[i], b[0], b[1], b[2]).distanceSq);
        leastSq = cdMin(leastSq, cdFindClosestPointTriangle(b[i], a[0], a[1], a[2]).distanceSq);
        for (int k = 0; k < 3; k++)
            leastSq =
                cdMin(leastSq, cdFindClosestSegments(a[i], a[(i + 1) % 3], b[k], b[(k + 1) % 3]).distanceSq);
    }
    return leastSq;
}
