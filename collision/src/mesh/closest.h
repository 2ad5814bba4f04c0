// Closest points of elements: the distance that decides every degenerate case, so it must hold for them
// itself.
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

#endif
