// Facets of a convex hull: edges of a polygon or triangles of a polytope.
#ifndef CD_HULL_FACETS_H
#define CD_HULL_FACETS_H

#include "collision/vecmath.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cdHullFacets {
    int32_t *corners; // corners[dimension * count], indices of points; counter-clockwise outside
    int32_t count;
    bool noMemory;
} cdHullFacets;

// Finds the triangles of the hull of points[pointCount], exact for the points as given: no point is outside
// any triangle's plane, each corner is an extreme point, and no triangle lacks area. Coordinates have at most
// magnitude 2; those other than 0 have at least 2^-200.
// @errors false: the points are coplanar, or, with facets->noMemory, no memory
bool cdFindSpaceHull(const cdVec3 *points, int32_t pointCount, cdHullFacets *facets);

// Finds the edges of the hull of points[pointCount] as seen along a coordinate axis, 0 to 2,
// counter-clockwise where it points to the viewer. Exact likewise.
// @errors false: the points are on a line, or, with facets->noMemory, no memory
bool cdFindPlaneHull(const cdVec3 *points, int32_t pointCount, int axis, cdHullFacets *facets);

void cdFreeHullFacets(cdHullFacets *facets);

#endif
