// The hull of many points: those inside the hull of a few cannot be its vertices (Akl and Toussaint 1978, "A
// fast convex hull algorithm", with more directions).
//
// (1) The extreme points of a sample, along directions spread over the sphere, span a small polytope. (2)
// Points below all of its planes by more than rounding are left out, four at once in floats. (3) Qhull finds
// the hull of the others. If the polytope has a facet too narrow for a reliable plane, or few points are
// inside, Qhull gets all points.
#include "convex/hull/hull_filter.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/float_lanes.h"

enum { DIRECTIONS = 64, SAMPLE = 2048, PLANE_MAX = 2 * DIRECTIONS, MIN_POINTS = 1000 };

// Facets with a smaller height have no reliable plane: it is off by a rounding unit of doubles over it.
static const double MIN_HEIGHT = 1e-6;
// Heights over planes, from coordinates up to 3 in floats, are off by less than 40 rounding units.
static const double MARGIN = 1e-5;

typedef struct Planes {
    float normals[PLANE_MAX][3], offsets[PLANE_MAX];
    int32_t count;
} Planes;

static cdVec3 getPoint(const double *coordinates, int32_t point) {
    const double *at = coordinates + 3 * (size_t)point;
    return (cdVec3){at[0], at[1], at[2]};
}

// Returns direction i on a spiral of equal areas.
static cdVec3 getDirection(int32_t i) {
    static const double goldenAngle = 2.39996322972865332;
    double z = 1.0 - (2.0 * i + 1.0) / DIRECTIONS, r = sqrt(1.0 - z * z), angle = goldenAngle * i;
    return (cdVec3){r * cos(angle), r * sin(angle), z};
}

static int32_t findExtreme(const double *coordinates, int32_t pointCount, int32_t stride, cdVec3 direction) {
    int32_t best = 0;
    double highest = -INFINITY;
    for (int32_t i = 0; i < pointCount; i += stride) {
        double height = cdDot(direction, getPoint(coordinates, i));
        if (!(height > highest)) continue;
        highest = height;
        best = i;
    }
    return best;
}

// Fills corners[3 * DIRECTIONS] with the coordinates of the extreme points, each once. Returns their number.
static int32_t chooseCorners(const double *coordinates, int32_t pointCount, double *corners) {
    int32_t stride = pointCount / SAMPLE + 1, count = 0, chosen[DIRECTIONS];
    for (int32_t i = 0; i < DIRECTIONS; i++) {
        int32_t point = findExtreme(coordinates, pointCount, stride, getDirection(i)), k = 0;
        while (k < count && chosen[k] != point)
            k++;
        if (k < count) continue;
        for (int axis = 0; axis < 3; axis++)
            corners[3 * count + axis] = coordinates[3 * (size_t)point + (size_t)axis];
        chosen[count++] = point;
    }
    return count;
}

// False if the plane of a facet is unreliable.
static bool addPlane(const cdHullFacets *facets, int32_t facet, const double *corners, Planes *planes) {
    cdVec3 p[3];
    for (int k = 0; k < 3; k++)
        p[k] = getPoint(corners, facets->corners[3 * facet + k]);
    cdVec3 cross = cdCross(cdSub(p[1], p[0]), cdSub(p[2], p[0]));
    double longest =
        cdMax(cdLength(cdSub(p[1], p[0])), cdMax(cdLength(cdSub(p[2], p[1])), cdLength(cdSub(p[0], p[2]))));
    if (planes->count == PLANE_MAX || !(cdLength(cross) >= MIN_HEIGHT * longest)) return false;
    cdVec3 normal = cdNormalize(cross);
    float *to = planes->normals[planes->count];
    to[0] = (float)normal.x, to[1] = (float)normal.y, to[2] = (float)normal.z;
    double offset = cdMin(cdDot(normal, p[0]), cdMin(cdDot(normal, p[1]), cdDot(normal, p[2])));
    planes->offsets[planes->count++] = (float)(offset - MARGIN);
    return true;
}

// Finds the planes of the small polytope. False: none, or not reliable ones.
static bool findPlanes(cdHullMaker *maker, const double *coordinates, int32_t pointCount, Planes *planes) {
    double corners[3 * DIRECTIONS];
    int32_t count = chooseCorners(coordinates, pointCount, corners);
    cdHullFacets facets = {0};
    planes->count = 0;
    bool good = count > 3 && cdFindHullFacets(maker, corners, 3, count, &facets);
    good = good && facets.error < 0.1 * MARGIN;
    for (int32_t i = 0; good && i < facets.count; i++)
        good = addPlane(&facets, i, corners, planes);
    cdFreeHullFacets(&facets);
    return good;
}

// Returns a mask of the lanes above a plane.
static int findOutside(const Planes *planes, cdFloats3 points) {
    int outside = 0;
    for (int32_t i = 0; i < planes->count && outside != 15; i++) {
        const float *n = planes->normals[i];
        cdFloats3 normal = {cdSpreadFloat(n[0]), cdSpreadFloat(n[1]), cdSpreadFloat(n[2])};
        outside |= cdFloatsAbove(cdDotFloats3(normal, points), cdSpreadFloat(planes->offsets[i]));
    }
    return outside;
}

// Lists the points that are not inside. Returns their number.
static int32_t listOutside(const Planes *planes, const double *coordinates, int32_t pointCount,
                           int32_t *kept) {
    int32_t count = 0;
    for (int32_t i = 0; i < pointCount; i += 4) {
        float at[3][4];
        for (int32_t k = 0; k < 4; k++)
            for (int axis = 0; axis < 3; axis++)
                at[axis][k] = (float)coordinates[3 * (size_t)(i + k < pointCount ? i + k : i) + (size_t)axis];
        int outside =
            findOutside(planes, (cdFloats3){cdLoadFloats(at[0]), cdLoadFloats(at[1]), cdLoadFloats(at[2])});
        for (int32_t k = 0; k < 4 && i + k < pointCount; k++)
            if (outside >> k & 1) kept[count++] = i + k;
    }
    return count;
}

// True if at least half of a sample is inside.
static bool isMostlyInside(const Planes *planes, const double *coordinates, int32_t pointCount) {
    int32_t stride = pointCount / 64 + 1, inside = 0, tested = 0;
    for (int32_t i = 0; i < pointCount; i += stride, tested++) {
        cdFloats3 point = cdSpreadFloats3(getPoint(coordinates, i));
        inside += findOutside(planes, point) == 0;
    }
    return 2 * inside >= tested;
}

static bool findFacetsOf(cdHullMaker *maker, const double *coordinates, const int32_t *kept, int32_t count,
                         cdHullFacets *facets) {
    double *keptCoordinates = cdAllocate(3 * (size_t)count * sizeof *keptCoordinates);
    facets->noMemory = keptCoordinates == NULL;
    if (facets->noMemory) return false;
    for (int32_t i = 0; i < count; i++)
        for (size_t axis = 0; axis < 3; axis++)
            keptCoordinates[3 * (size_t)i + axis] = coordinates[3 * (size_t)kept[i] + axis];
    bool found = cdFindHullFacets(maker, keptCoordinates, 3, count, facets);
    for (int32_t i = 0; found && i < 3 * facets->count; i++)
        facets->corners[i] = kept[facets->corners[i]];
    cdFree(keptCoordinates);
    return found;
}

bool cdFindLargeHullFacets(cdHullMaker *maker, const double *coordinates, int32_t pointCount,
                           cdHullFacets *facets) {
    Planes planes;
    bool filters = pointCount >= MIN_POINTS && findPlanes(maker, coordinates, pointCount, &planes) &&
                   isMostlyInside(&planes, coordinates, pointCount);
    if (!filters) return cdFindHullFacets(maker, coordinates, 3, pointCount, facets);
    *facets = (cdHullFacets){0};
    int32_t *kept = cdAllocate((size_t)pointCount * sizeof *kept);
    facets->noMemory = kept == NULL;
    if (facets->noMemory) return false;
    int32_t count = listOutside(&planes, coordinates, pointCount, kept);
    bool found = findFacetsOf(maker, coordinates, kept, count, facets);
    cdFree(kept);
    return found;
}
