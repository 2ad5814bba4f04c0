// The distance of two triangles, the slow way: the oracle of several tests.
#ifndef FC_TRIANGLE_DISTANCE_H
#define FC_TRIANGLE_DISTANCE_H

#include "mesh/shapes/closest.h"
#include "mesh/shapes/triangle_overlap.h"

// 0 where they share a point.
static inline double findTrianglesDistance(const cdVec3 a[3], const cdVec3 b[3]) {
    double leastSq = cdTrianglesOverlap(a, b) ? 0.0 : INFINITY;
    for (int i = 0; i < 3; i++) {
        leastSq = cdMin(leastSq, cdFindClosestPointTriangle(a[i], b[0], b[1], b[2]).distanceSq);
        leastSq = cdMin(leastSq, cdFindClosestPointTriangle(b[i], a[0], a[1], a[2]).distanceSq);
        for (int k = 0; k < 3; k++)
            leastSq =
                cdMin(leastSq, cdFindClosestSegments(a[i], a[(i + 1) % 3], b[k], b[(k + 1) % 3]).distanceSq);
    }
    return sqrt(leastSq);
}

#endif
