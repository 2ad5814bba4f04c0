// Closest points of elements: their distance decides every degenerate case, so it must be reliable there.
//
// All functions accept degenerate elements (edges of length 0, triangles without area) and never divide by 0.
#ifndef CD_CLOSEST_H
#define CD_CLOSEST_H

#include "collision/vecmath.h"

// The closest points of two elements and the squared distance between them.
typedef struct cdClosest {
    cdVec3 onFirst, onSecond;
    double distanceSq;
} cdClosest;

cdClosest cdFindClosestPointTriangle(cdVec3 p, cdVec3 a, cdVec3 b, cdVec3 c);
cdClosest cdFindClosestSegments(cdVec3 a0, cdVec3 a1, cdVec3 b0, cdVec3 b1);

// Returns the squared distance of two triangles that do not cross.
double cdGetTriangleDistanceSq(const cdVec3 a[3], const cdVec3 b[3]);

// Returns the squared distance of a point from a segment, if the last digits do not matter.
static inline double cdGetSegmentDistanceSq(cdVec3 p, cdVec3 a, cdVec3 b) {
    cdVec3 along = cdSub(b, a), to = cdSub(p, a);
    double lengthSq = cdLengthSq(along);
    double t = lengthSq > 0.0 ? cdDot(to, along) / lengthSq : 0.0;
    t = cdMin(cdMax(t, 0.0), 1.0);
    return cdLengthSq(cdMulAdd(to, -t, along));
}

#endif
