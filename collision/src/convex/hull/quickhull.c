// The convex hull of points in space: quickhull [Barber, Dobkin, Huhdanpaa 1996, "The quickhull algorithm for
// convex hulls"] with exact signs (Shewchuk 1997).
//
// (1) Begin with a tetrahedron of points far from each other; put each point into the list of a facet that it
// is above. (2) As long as a facet has points: replace all facets below its farthest point by a cone from the
// horizon, their boundary, to that point, and put the points of the replaced facets into the lists of the new
// ones. Points that are above none of them are inside. (3) List the facets; see hull_faces.c.
//
// A point in a facet's plane is not above it. Where Barber et al. merge facets by a tolerance, the signs here
// are exact: the facets below a point are connected, their boundary is one cycle, no cone has a facet without
// area, and the only facets that need merging are exactly coplanar.
#include "convex/hull/hull_surface.h"
#include "foundation/geometry/boxes.h"
#include "foundation/memory/hooks.h"

// --- the tetrahedron
// -----------------------------------------------------------------------------------------------

static int32_t findFarthest(const cdHullSurface *surface, int32_t from) {
    int32_t farthest = from;
    double largest = 0.0;
    for (int32_t i = 0; i < surface->pointCount; i++) {
        double distance = cdLengthSq(cdSub(surface->points[i], surface->points[from]));
        if (distance > largest) largest = distance, farthest = i;
    }
    return farthest;
}

// -1: all points are on the line of a and b.
static int32_t findOffLine(const cdHullSurface *surface, int32_t a, int32_t b) {
    int32_t best = -1;
    double largest = 0.0;
    for (int32_t i = 0; i < surface->pointCount; i++) {
        cdVec3 cross = cdGetTriangleCross(surface->points[a], surface->points[b], surface->points[i]);
        double size = cdMaxAbs(cross);
        if (size > largest) largest = size, best = i;
    }
    return best;
}

// Returns a point off the plane, the farthest up to rounding. -1: none.
static int32_t findOffPlane(const cdHullSurface *surface, const cdHullFacet *facet, int *side) {
    int32_t best = -1;
    double largest = -1.0;
    for (int32_t i = 0; i < surface->pointCount; i++) {
        double height = 0.0;
        int sign = cdGetHullSide(surface, facet, i, &height);
        if (sign == 0 || !(fabs(height) > largest)) continue;
        largest = fabs(height);
        best = i;
        *side = sign;
    }
    return best;
}

// Adds the facets of the tetrahedron a, b, c, d with d below a, b, c, and links them. Returns the first, with
// the others in its list; -1: no memory.
static int32_t addTetrahedron(cdHullSurface *surface, int32_t first, const int32_t t[4]) {
    static const int corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static const int neighbors[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    int32_t facets[4];
    cdDropHullFacet(surface, first);
    for (int i = 0; i < 4; i++) {
        facets[i] = cdAddHullFacet(surface, t[corners[i][0]], t[corners[i][1]], t[corners[i][2]]);
        if (facets[i] < 0) return -1;
    }
    for (int i = 0; i < 4; i++) {
        cdHullFacet *facet = &surface->facets[facets[i]];
        for (int k = 0; k < 3; k++)
            facet->neighbors[k] = facets[neighbors[i][k]];
        facet->next = i < 3 ? facets[i + 1] : -1;
    }
    return facets[0];
}

// Returns the first facet of a tetrahedron. @errors -1: the points are coplanar, or no memory
static int32_t startSurface(cdHullSurface *surface) {
    int32_t a = findFarthest(surface, 0), b = findFarthest(surface, a), side = 0;
    int32_t c = a == b ? -1 : findOffLine(surface, a, b);
    int32_t facet = c < 0 ? -1 : cdAddHullFacet(surface, a, b, c);
    if (facet < 0) return -1;
    int32_t d = findOffPlane(surface, &surface->facets[facet], &side);
    if (d < 0) return -1;
    return addTetrahedron(surface, facet, side < 0 ? (int32_t[4]){a, b, c, d} : (int32_t[4]){a, c, b, d});
}

// --- one more vertex
// -----------------------------------------------------------------------------------------------

// Puts a point into the list of the first of the new facets that it is above.
static inline void placePoint(cdHullSurface *surface, int32_t firstNew, int32_t point) {
    double height = 0.0;
    for (int32_t i = firstNew; i >= 0; i = surface->facets[i].next) {
        cdHullFacet *facet = &surface->facets[i];
        if (cdGetHullSide(surface, facet, point, &height) <= 0) continue;
        if (facet->farthest < 0 || height > facet->height) {
            facet->height = height;
            facet->farthest = point;
        }
        surface->links[point] = facet->firstOutside;
        facet->firstOutside = point;
        return;
    }
}

// The facets that a new vertex replaces, and the new ones, as lists.
typedef struct Cone {
    int32_t eye;
    int32_t firstBelow, lastBelow, firstNew, lastNew;
    int32_t isBelow, isAbove; // marks of facets tested
} Cone;

// Adds the facet from the horizon's edge k of a facet below to the eye. False: no memory, or facets that are
// not neighbours of each other. These, and a horizon of several cycles, cannot be, unless the caller has
// changed the mode of rounding.
static bool addConeFacet(cdHullSurface *surface, Cone *cone, int32_t below, int k) {
    int32_t start = surface->facets[below].corners[k], end = surface->facets[below].corners[(k + 1) % 3];
    int32_t outer = surface->facets[below].neighbors[k];
    int edge = cdFindHullEdge(&surface->facets[outer], end);
    if (surface->facets[outer].neighbors[edge] != below) return false;
    int32_t added = cdAddHullFacet(surface, start, end, cone->eye);
    if (added < 0) return false;
    cdHullFacet *facets = surface->facets;
    facets[outer].neighbors[edge] = added;
    facets[added].neighbors[0] = outer;
    surface->links[start] = added;
    if (cone->lastNew >= 0)
        facets[cone->lastNew].next = added;
    else
        cone->firstNew = added;
    cone->lastNew = added;
    return true;
}

static bool isBelowEye(const cdHullSurface *surface, Cone *cone, int32_t index) {
    cdHullFacet *facet = &surface->facets[index];
    double height;
    if (facet->mark != cone->isBelow && facet->mark != cone->isAbove) {
        bool below = cdGetHullSide(surface, facet, cone->eye, &height) > 0;
        facet->mark = below ? cone->isBelow : cone->isAbove;
        if (below) {
            facet->next = -1;
            surface->facets[cone->lastBelow].next = index;
            cone->lastBelow = index;
        }
    }
    return facet->mark == cone->isBelow;
}

// Lists the facets below the eye, and adds one for each edge of their boundary. False: as above.
static bool buildCone(cdHullSurface *surface, Cone *cone) {
    surface->facets[cone->firstBelow].mark = cone->isBelow;
    surface->facets[cone->firstBelow].next = -1;
    for (int32_t i = cone->firstBelow; i >= 0; i = surface->facets[i].next)
        for (int k = 0; k < 3; k++) {
            int32_t neighbor = surface->facets[i].neighbors[k];
            if (neighbor < 0 || surface->facets[neighbor].corners[0] < 0) return false;
            if (!isBelowEye(surface, cone, neighbor) && !addConeFacet(surface, cone, i, k)) return false;
        }
    return true;
}

// False if the horizon is not one cycle.
static bool linkCone(cdHullSurface *surface, const Cone *cone) {
    cdHullFacet *facets = surface->facets;
    for (int32_t i = cone->firstNew; i >= 0; i = facets[i].next) {
        int32_t following = surface->links[facets[i].corners[1]];
        if (following < 0 || following >= surface->facetCount) return false;
        cdHullFacet *facet = &facets[following];
        bool fits = facet->corners[0] == facets[i].corners[1] && facet->corners[2] == cone->eye;
        if (!fits || facet->neighbors[2] >= 0) return false;
        facets[i].neighbors[1] = following;
        facet->neighbors[2] = i;
    }
    return cone->firstNew >= 0;
}

static void replaceFacets(cdHullSurface *surface, const Cone *cone) {
    for (int32_t i = cone->firstBelow, next; i >= 0; i = next) {
        next = surface->facets[i].next;
        for (int32_t point = surface->facets[i].firstOutside, nextPoint; point >= 0; point = nextPoint) {
            nextPoint = surface->links[point];
            if (point != cone->eye) placePoint(surface, cone->firstNew, point);
        }
        cdDropHullFacet(surface, i);
    }
    for (int32_t i = cone->firstNew; i >= 0; i = surface->facets[i].next)
        cdQueueHullFacet(surface, i);
}

// False: coplanar points, or no memory.
static bool buildSurface(cdHullSurface *surface) {
    int32_t first = startSurface(surface);
    if (first < 0) return false;
    const int32_t *base = surface->facets[first].corners;
    const int32_t t[4] = {base[0], base[1], base[2], surface->facets[surface->facets[first].next].corners[1]};
    for (int32_t i = 0; i < surface->pointCount; i++)
        if (i != t[0] && i != t[1] && i != t[2] && i != t[3]) placePoint(surface, first, i);
    for (int32_t i = first; i >= 0; i = surface->facets[i].next)
        cdQueueHullFacet(surface, i);
    int32_t step = 0;
    for (int32_t facet; (facet = cdTakePendingFacet(surface)) >= 0;) {
        step++;
        Cone cone = {surface->facets[facet].farthest, facet, facet, -1, -1, 2 * step, 2 * step + 1};
        if (!buildCone(surface, &cone) || !linkCone(surface, &cone)) return false;
        replaceFacets(surface, &cone);
    }
    return true;
}

bool cdFindSpaceHull(const cdVec3 *points, int32_t pointCount, cdHullFacets *facets) {
    *facets = (cdHullFacets){0};
    cdBox3 bounds = cdBoundPoints(points, pointCount);
    cdVec3 lower = bounds.lower, upper = bounds.upper;
    cdHullSurface surface = {.points = points,
                             .pointCount = pointCount,
                             .extents = cdSub(upper, lower),
                             .largest = {cdMax(fabs(lower.x), fabs(upper.x)),
                                         cdMax(fabs(lower.y), fabs(upper.y)),
                                         cdMax(fabs(lower.z), fabs(upper.z))},
                             .firstFree = -1,
                             .firstPending = -1,
                             .lastPending = -1};
    surface.links = cdAllocate((size_t)pointCount * sizeof *surface.links);
    surface.noMemory = surface.links == NULL;
    bool found = surface.links != NULL && buildSurface(&surface) && cdListHullFacets(&surface, facets);
    facets->noMemory = surface.noMemory;
    cdFree(surface.links);
    cdFree(surface.facets);
    return found;
}

void cdFreeHullFacets(cdHullFacets *facets) {
    cdFree(facets->corners);
    *facets = (cdHullFacets){0};
}
