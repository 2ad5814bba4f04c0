// The hull of many points, most of which lie inside it.
#ifndef CD_HULL_FILTER_H
#define CD_HULL_FILTER_H

#include "convex/hull/hull_facets.h"
#include "convex/hull/hull_frame.h"

// Finds the facets of the hull of points[chosen[count]]; `chosen` NULL: of all. Corners are indices into
// `points`. Flat points have edges, others triangles.
// @errors false: the points span less than the frame, or, with facets->noMemory, no memory
bool cdFindHullFacets(const cdHullFrame *frame, const cdVec3 *points, const int32_t *chosen, int32_t count,
                      cdHullFacets *facets);

// The same of all points, in space. Faster if most are inside.
bool cdFindLargeHull(const cdHullFrame *frame, const cdVec3 *points, int32_t pointCount,
                     cdHullFacets *facets);

#endif
