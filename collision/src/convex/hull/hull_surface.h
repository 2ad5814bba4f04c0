// A closed surface of triangles with the points outside each: a hull under construction.
//
// Freed facets are in a list; facets are referred to by index, since their array grows.
#ifndef CD_HULL_SURFACE_H
#define CD_HULL_SURFACE_H

#include "convex/hull/hull_facets.h"
#include "foundation/numbers/predicates.h"

typedef struct cdHullFacet {
    cdVec3 normal;        // cross product of its edges from corner 0
    double offset;        // of its plane along the normal
    double bound;         // a height farther from 0 has the right sign
    double height;        // that of `farthest`, times the normal's length
    int32_t corners[3];   // counter-clockwise outside; corners[0] -1: free
    int32_t neighbors[3]; // across the edge from corner k to the next
    int32_t firstOutside; // points above it; -1: none
    int32_t farthest;     // of them
    int32_t next;         // next facet of the list that it is in
    int32_t nextPending;  // next facet of the queue; -1: the last; -2: not in the queue
    int32_t mark;
} cdHullFacet;

typedef struct cdHullSurface {
    const cdVec3 *points;
    int32_t pointCount;
    cdVec3 extents, largest; // of the points: upper less lower, absolute values
    cdHullFacet *facets;
    int32_t facetCount, facetRoom; // facetCount: with the free ones
    int32_t firstFree, usedCount;
    int32_t firstPending, lastPending;
    // links[pointCount]. Of a point outside: the next one of its facet's list. Of a vertex: the new facet
    // that begins there.
    int32_t *links;
    bool noMemory;
} cdHullSurface;

// Returns the facet's index. @errors -1: no memory
int32_t cdAddHullFacet(cdHullSurface *surface, int32_t a, int32_t b, int32_t c);
void cdDropHullFacet(cdHullSurface *surface, int32_t facet);

// Facets with points above them wait in a queue. A facet is queued only if it has some, and once.
void cdQueueHullFacet(cdHullSurface *surface, int32_t facet);
// @errors -1: the queue is empty
int32_t cdTakePendingFacet(cdHullSurface *surface);

// Returns the edge of a facet that begins at a corner.
static inline int cdFindHullEdge(const cdHullFacet *facet, int32_t start) {
    return facet->corners[0] == start ? 0 : facet->corners[1] == start ? 1 : 2;
}

// Returns the exact sign of a point's height over a facet, and the rounded height.
static inline int cdGetHullSide(const cdHullSurface *surface, const cdHullFacet *facet, int32_t point,
                                double *height) {
    const cdVec3 *points = surface->points;
    double rounded = cdDot(facet->normal, points[point]) - facet->offset;
    *height = rounded;
    if (rounded > facet->bound) return 1;
    if (rounded < -facet->bound) return -1;
    return cdGetOrientation3(points[facet->corners[0]], points[facet->corners[1]], points[facet->corners[2]],
                             points[point]);
}

// Writes the triangles: those of coplanar facets again, without the corners that are not extreme.
// @errors false: no memory
bool cdListHullFacets(cdHullSurface *surface, cdHullFacets *facets);

#endif
