// Convex hulls of points by Qhull.
#ifndef PEER_HULL_H
#define PEER_HULL_H

#include "collision/vecmath.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct PeerHull {
    int32_t vertexCount, facetCount; // facets: merged ones, with any number of vertices
    double outside;                  // largest distance of a point outside a facet; only with `used`
} PeerHull;

// Finds the hull of points[pointCount] by Qhull's default options. `used`, if not NULL: used[i] becomes true
// for each vertex i.
// @errors false: Qhull refused the points, such as flat ones
bool FindQhullHull(const cdVec3 *points, int32_t pointCount, bool *used, PeerHull *hull);

#endif
