// The hull of many points: those inside the hull of a few cannot be its vertices (Akl and Toussaint 1978, "A
// fast convex hull algorithm", with more directions).
//
// (1) The extreme points of a sample, along directions spread over the sphere, span a small polytope. The
// directions are spread as seen in the frame where a plate is as thick as it is long. (2) Points below all of
// its planes by more than rounding are left out, four at once in floats. (3) Quickhull finds the hull of the
// others. If the polytope has a facet too narrow for a reliable plane, or few points are inside, it gets all
// points.
#include "convex/hull/hull_filter.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/float_lanes.h"
#include "foundation/numbers/functions.h"
#include "foundation/numbers/predicates.h"

enum { DIRECTIONS = 64, SAMPLE = 2048, PLANE_MAX = 2 * DIRECTIONS, MIN_POINTS = 4000 };

// Facets with a smaller height have no reliable plane: it is off by some rounding units of doubles over it.
static const double MIN_HEIGHT = 1e-8;
// Heights over planes, from coordinates up to 1 in floats, are off by less than 20 rounding units of 2^-24.
static const double MARGIN = 2e-6;

typedef struct Planes {
    float normals[PLANE_MAX][3], offsets[PLANE_MAX];
    int32_t count;
} Planes;

typedef struct HullInput {
    const cdHullFrame *frame;
    const cdVec3 *points;
    int32_t pointCount;
} HullInput;

// Returns direction i on a spiral of equal areas, as a height in the coordinates of scaled points.
static cdVec3 getDirection(const cdHullFrame *frame, int32_t i) {
    static const double goldenAngle = 2.39996322972865332;
    double z = 1.0 - (2.0 * i + 1.0) / DIRECTIONS, r = sqrt(1.0 - z * z), angle = goldenAngle * i;
    const double along[3] = {r * cdCos(angle), r * cdSin(angle), z};
    cdVec3 direction = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; k++)
        direction = cdMulAdd(direction, along[k] / (frame->scale * frame->extents[k]), frame->axes[k]);
    return direction;
}

static int32_t findExtreme(const HullInput *input, int32_t stride, cdVec3 direction) {
    int32_t best = 0;
    double highest = -INFINITY;
    for (int32_t i = 0; i < input->pointCount; i += stride) {
        double height = cdDot(direction, cdScale(input->frame->scale, input->points[i]));
        if (!(height > highest)) continue;
        highest = height;
        best = i;
    }
    return best;
}

// Fills corners[DIRECTIONS] with the extreme points, each once. Returns their number.
static int32_t chooseCorners(const HullInput *input, cdVec3 *corners) {
    int32_t stride = input->pointCount / SAMPLE + 1, count = 0, chosen[DIRECTIONS];
    for (int32_t i = 0; i < DIRECTIONS; i++) {
        int32_t point = findExtreme(input, stride, getDirection(input->frame, i)), k = 0;
        while (k < count && chosen[k] != point)
            k++;
        if (k < count) continue;
        corners[count] = cdScaleHullPoint(input->frame, input->points[point]);
        chosen[count++] = point;
    }
    return count;
}

// False if the plane of a facet is unreliable.
static bool addPlane(const int32_t *facet, const cdVec3 *corners, Planes *planes) {
    const cdVec3 p[3] = {corners[facet[0]], corners[facet[1]], corners[facet[2]]};
    cdVec3 cross = cdGetTriangleCross(p[0], p[1], p[2]);
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
static bool findPlanes(const HullInput *input, Planes *planes) {
    cdVec3 corners[DIRECTIONS];
    int32_t count = chooseCorners(input, corners);
    cdHullFacets facets = {0};
    planes->count = 0;
    bool good = count > 3 && cdFindSpaceHull(corners, count, &facets);
    for (int32_t i = 0; good && i < facets.count; i++)
        good = addPlane(facets.corners + 3 * i, corners, planes);
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
static int32_t listOutside(const Planes *planes, const HullInput *input, int32_t *kept) {
    int32_t count = 0, pointCount = input->pointCount;
    for (int32_t i = 0; i < pointCount; i += 4) {
        float at[3][4];
        for (int32_t k = 0; k < 4; k++) {
            cdVec3 p = cdScale(input->frame->scale, input->points[i + k < pointCount ? i + k : i]);
            at[0][k] = (float)p.x, at[1][k] = (float)p.y, at[2][k] = (float)p.z;
        }
        int outside =
            findOutside(planes, (cdFloats3){cdLoadFloats(at[0]), cdLoadFloats(at[1]), cdLoadFloats(at[2])});
        for (int32_t k = 0; k < 4 && i + k < pointCount; k++)
            if (outside >> k & 1) kept[count++] = i + k;
    }
    return count;
}

// True if at least half of a sample is inside.
static bool isMostlyInside(const Planes *planes, const HullInput *input) {
    int32_t stride = input->pointCount / 64 + 1, inside = 0, tested = 0;
    for (int32_t i = 0; i < input->pointCount; i += stride, tested++) {
        cdFloats3 point = cdSpreadFloats3(cdScale(input->frame->scale, input->points[i]));
        inside += findOutside(planes, point) == 0;
    }
    return 2 * inside >= tested;
}

bool cdFindHullFacets(const cdHullFrame *frame, const cdVec3 *points, const int32_t *chosen, int32_t count,
                      cdHullFacets *facets) {
    *facets = (cdHullFacets){0};
    cdVec3 *scaled = cdAllocateUnset((size_t)count * sizeof *scaled);
    facets->noMemory = scaled == NULL;
    if (scaled == NULL) return false;
    for (int32_t i = 0; i < count; i++)
        scaled[i] = cdScaleHullPoint(frame, points[chosen != NULL ? chosen[i] : i]);
    bool found = frame->dimension == 3 ? cdFindSpaceHull(scaled, count, facets)
                                       : cdFindPlaneHull(scaled, count, frame->flatAxis, facets);
    for (int32_t i = 0; found && chosen != NULL && i < frame->dimension * facets->count; i++)
        facets->corners[i] = chosen[facets->corners[i]];
    cdFree(scaled);
    return found;
}

bool cdFindLargeHull(const cdHullFrame *frame, const cdVec3 *points, int32_t pointCount,
                     cdHullFacets *facets) {
    const HullInput input = {frame, points, pointCount};
    Planes planes;
    *facets = (cdHullFacets){0};
    bool filters = pointCount >= MIN_POINTS && findPlanes(&input, &planes) && isMostlyInside(&planes, &input);
    if (!filters) return cdFindHullFacets(frame, points, NULL, pointCount, facets);
    int32_t *kept = cdAllocateUnset((size_t)pointCount * sizeof *kept);
    facets->noMemory = kept == NULL;
    if (kept == NULL) return false;
    int32_t count = listOutside(&planes, &input, kept);
    bool found = cdFindHullFacets(frame, points, kept, count, facets);
    cdFree(kept);
    return found;
}
