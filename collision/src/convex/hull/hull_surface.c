// Facets of a hull under construction; see hull_surface.h.
#include "convex/hull/hull_surface.h"
#include "foundation/memory/hooks.h"

#include <string.h>

enum { FIRST_ROOM = 64, NOT_PENDING = -2 };

// The height n.p - n.a of p is rounded, with u = 2^-53, by less than 4 u of each absolute term of the cross
// product n times the difference of two points, 3 u of each term of both scalar products and u of their
// results. The rest covers the rounding of this bound.
static const double CROSS_BOUND = 5.0 * 0x1p-53, DOT_BOUND = 9.0 * 0x1p-53;

static bool growFacets(cdHullSurface *surface) {
    int32_t room = surface->facetRoom > 0 ? surface->facetRoom + surface->facetRoom / 2 : FIRST_ROOM;
    cdHullFacet *facets = cdAllocateUnset((size_t)room * sizeof *facets);
    surface->noMemory = facets == NULL;
    if (facets == NULL) return false;
    if (surface->facetCount > 0)
        memcpy(facets, surface->facets, (size_t)surface->facetCount * sizeof *facets);
    cdFree(surface->facets);
    surface->facets = facets;
    surface->facetRoom = room;
    return true;
}

static void placePlane(const cdHullSurface *surface, cdHullFacet *facet) {
    cdVec3 a = surface->points[facet->corners[0]];
    cdVec3 u = cdSub(surface->points[facet->corners[1]], a), v = cdSub(surface->points[facet->corners[2]], a);
    double yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z, xy = u.x * v.y, yx = u.y * v.x;
    facet->normal = (cdVec3){yz - zy, zx - xz, xy - yx};
    cdVec3 size = {fabs(yz) + fabs(zy), fabs(zx) + fabs(xz), fabs(xy) + fabs(yx)};
    cdVec3 n = {fabs(facet->normal.x), fabs(facet->normal.y), fabs(facet->normal.z)};
    facet->offset = cdDot(facet->normal, a);
    facet->bound = CROSS_BOUND * cdDot(size, surface->extents) + DOT_BOUND * cdDot(n, surface->largest);
}

int32_t cdAddHullFacet(cdHullSurface *surface, int32_t a, int32_t b, int32_t c) {
    int32_t index = surface->firstFree;
    if (index >= 0) {
        surface->firstFree = surface->facets[index].next;
    } else {
        if (surface->facetCount == surface->facetRoom && !growFacets(surface)) return -1;
        index = surface->facetCount++;
        surface->facets[index].nextPending = NOT_PENDING;
    }
    surface->usedCount++;
    cdHullFacet *facet = &surface->facets[index];
    facet->corners[0] = a, facet->corners[1] = b, facet->corners[2] = c;
    facet->neighbors[0] = facet->neighbors[1] = facet->neighbors[2] = -1;
    facet->firstOutside = facet->farthest = facet->next = -1;
    facet->mark = 0;
    placePlane(surface, facet);
    return index;
}

void cdDropHullFacet(cdHullSurface *surface, int32_t facet) {
    cdHullFacet *dropped = &surface->facets[facet];
    dropped->corners[0] = dropped->neighbors[0] = dropped->neighbors[1] = dropped->neighbors[2] = -1;
    dropped->firstOutside = -1;
    dropped->next = surface->firstFree;
    surface->firstFree = facet;
    surface->usedCount--;
}

void cdQueueHullFacet(cdHullSurface *surface, int32_t facet) {
    cdHullFacet *facets = surface->facets;
    if (facets[facet].firstOutside < 0 || facets[facet].nextPending != NOT_PENDING) return;
    facets[facet].nextPending = -1;
    if (surface->lastPending >= 0)
        facets[surface->lastPending].nextPending = facet;
    else
        surface->firstPending = facet;
    surface->lastPending = facet;
}

int32_t cdTakePendingFacet(cdHullSurface *surface) {
    for (int32_t facet; (facet = surface->firstPending) >= 0;) {
        surface->firstPending = surface->facets[facet].nextPending;
        surface->facets[facet].nextPending = NOT_PENDING;
        if (surface->firstPending < 0) surface->lastPending = -1;
        if (surface->facets[facet].firstOutside >= 0) return facet;
    }
    return -1;
}
