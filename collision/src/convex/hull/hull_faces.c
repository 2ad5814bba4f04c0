// The triangles of a finished hull, without those corners that are not extreme; see hull_surface.h.
//
// (1) Find the edges between facets that are exactly coplanar. Points in general position have no such
// edges. (2) For each face, a set of coplanar facets, walk along its boundary, a convex polygon, and drop the
// corners in the middle of a side. (3) Triangulate: cut off every second corner, again and again, so that no
// corner is in more than about two triangles a round.
#include "convex/hull/hull_surface.h"
#include "foundation/memory/hooks.h"

// Marks of a facet: bit k, the facet across edge k is coplanar.
enum { FLAT_EDGES = 7, LISTED = 8 };

// Returns the number of flat edges.
static int32_t markFlatEdges(cdHullSurface *surface) {
    int32_t count = 0;
    double height;
    for (int32_t i = 0; i < surface->facetCount; i++)
        surface->facets[i].mark = 0;
    for (int32_t i = 0; i < surface->facetCount; i++) {
        cdHullFacet *facet = &surface->facets[i];
        for (int k = 0; k < 3 && facet->corners[0] >= 0; k++) {
            if (facet->neighbors[k] < i) continue; // tested from the other side
            cdHullFacet *other = &surface->facets[facet->neighbors[k]];
            int edge = cdFindHullEdge(other, facet->corners[(k + 1) % 3]);
            if (cdGetHullSide(surface, facet, other->corners[(edge + 2) % 3], &height) != 0) continue;
            facet->mark |= 1 << k;
            other->mark |= 1 << edge;
            count++;
        }
    }
    return count;
}

static void addTriangle(cdHullFacets *facets, int32_t a, int32_t b, int32_t c) {
    int32_t *corners = facets->corners + 3 * (size_t)facets->count++;
    corners[0] = a, corners[1] = b, corners[2] = c;
}

// Links the corners along the boundary of a facet's face. Returns one of them.
static int32_t linkBoundary(cdHullSurface *surface, int32_t first) {
    cdHullFacet *facets = surface->facets;
    int32_t last = first, corner = -1;
    facets[first].mark |= LISTED;
    facets[first].next = -1;
    for (int32_t i = first; i >= 0; i = facets[i].next)
        for (int k = 0; k < 3; k++) {
            int32_t neighbor = facets[i].neighbors[k];
            if (!(facets[i].mark >> k & 1)) {
                corner = facets[i].corners[k];
                surface->links[corner] = facets[i].corners[(k + 1) % 3];
            } else if (!(facets[neighbor].mark & LISTED)) {
                facets[neighbor].mark |= LISTED;
                facets[neighbor].next = -1;
                facets[last].next = neighbor;
                last = neighbor;
            }
        }
    return corner;
}

static bool isCorner(const cdHullSurface *surface, int32_t before, int32_t at, int32_t after) {
    const cdVec3 *points = surface->points;
    return cdMaxAbs(cdGetTriangleCross(points[before], points[at], points[after])) > 0.0;
}

// Fills `polygon` with the corners of a face, counter-clockwise. Returns their number; 0: the boundary is no
// cycle, which only a changed mode of rounding can cause.
static int32_t listCorners(const cdHullSurface *surface, int32_t start, int32_t *polygon) {
    int32_t count = 0, before = start;
    for (int32_t left = surface->usedCount / 2 + 2; left > 0; left--) {
        int32_t at = surface->links[before],
                after = at >= 0 && at < surface->pointCount ? surface->links[at] : -1;
        if (after < 0 || after >= surface->pointCount) return 0;
        if (isCorner(surface, before, at, after)) polygon[count++] = at;
        if (at == start) return count;
        before = at;
    }
    return 0;
}

static void triangulate(int32_t *polygon, int32_t count, cdHullFacets *facets) {
    while (count > 2) {
        int32_t kept = 0;
        for (int32_t i = 0; i < count; i += 2) {
            polygon[kept++] = polygon[i];
            if (i + 1 < count)
                addTriangle(facets, polygon[i], polygon[i + 1], polygon[i + 2 < count ? i + 2 : 0]);
        }
        count = kept;
    }
}

// False: no memory, or a boundary that is no cycle.
static bool listFaces(cdHullSurface *surface, cdHullFacets *facets) {
    int32_t *polygon = cdAllocateUnset((size_t)(surface->usedCount / 2 + 2) * sizeof *polygon);
    surface->noMemory = polygon == NULL;
    bool isListed = polygon != NULL;
    for (int32_t i = 0; i < surface->facetCount && isListed; i++) {
        const cdHullFacet *facet = &surface->facets[i];
        if (facet->corners[0] < 0 || facet->mark & LISTED) continue;
        if (facet->mark & FLAT_EDGES) {
            int32_t start = linkBoundary(surface, i),
                    count = start < 0 ? 0 : listCorners(surface, start, polygon);
            triangulate(polygon, count, facets);
            isListed = count > 2;
        } else {
            addTriangle(facets, facet->corners[0], facet->corners[1], facet->corners[2]);
        }
    }
    cdFree(polygon);
    return isListed;
}

bool cdListHullFacets(cdHullSurface *surface, cdHullFacets *facets) {
    if (surface->usedCount < 4) return false;
    facets->corners = cdAllocateUnset(3 * (size_t)surface->usedCount * sizeof(int32_t));
    surface->noMemory = facets->corners == NULL;
    if (facets->corners == NULL) return false;
    bool isListed = true;
    if (markFlatEdges(surface) > 0) {
        isListed = listFaces(surface, facets);
    } else {
        for (int32_t i = 0; i < surface->facetCount; i++) {
            const int32_t *corners = surface->facets[i].corners;
            if (corners[0] >= 0) addTriangle(facets, corners[0], corners[1], corners[2]);
        }
    }
    if (!isListed) cdFreeHullFacets(facets);
    return isListed;
}
