// The distance of two triangles by all pairs of their features: the oracle of several tests.
#ifndef FC_TRIANGLE_DISTANCE_H
#define FC_TRIANGLE_DISTANCE_H

#include "mesh/shapes/closest.h"
#include "mesh/shapes/triangle_overlap.h"

// Returns 0 if they share a point.
static inline double findTrianglesDistance(const cdVec3 a[3], const cdVec3 b[3]) {
    return cdTrianglesOverlap(a, b) ? 0.0 : sqrt(cdGetTriangleDistanceSq(a, b));
}

#endif
