// The contact points of a region: what of each body touches at each of its points, along each of its normals.
//
// Input: a region of the sufficient subset with its two features. Output: points fixed in both bodies.
// Source: [BV92 2.2], a region of n dimensions as n + 1 points; of a polygon here the corners of its convex
// hull, which say the same of any convex combination of them, and which carry a load more evenly. (1) The
// hull by wrapping, or, where it has too many corners, the outermost along as many directions. (2) A region's
// points lie halfway between the features: they are projected to both. (3) Which body has the plane: that of
// the face; of two faces B, but at corners of B's outline, which are points of B; else that of a face beside
// the feature whose normal it is. Edges that cross are two lines.
#include "mesh/closest.h"
#include "world/contact_point.h"

enum { HULL_CORNERS = 16 };

static const double PI = 3.14159265358979323846;

// Sine of an angle below which lines have no common perpendicular that stays: a step may turn them by more.
static const double CROSSING_SINE = 0.05;
// Of the tolerance: half of the gap that is kept at rest.
static const double STRAIGHT = 0.0625;
// Of an angle between normals that are one but for rounding.
static const double SAME_SINE = 1e-7;

// --- (1)

typedef struct Polygon {
    const cdVec3 *points; // points[count]
    int32_t count;
    cdVec3 normal, tangents[2];
} Polygon;

static double getTurn(const Polygon *polygon, int32_t from, int32_t by, int32_t to) {
    cdVec3 first = cdSub(polygon->points[by], polygon->points[from]);
    return cdDot(polygon->normal, cdCross(first, cdSub(polygon->points[to], polygon->points[from])));
}

static double getDistanceSq(const Polygon *polygon, int32_t i, int32_t k) {
    return cdLengthSq(cdSub(polygon->points[i], polygon->points[k]));
}

static int32_t findOutermost(const Polygon *polygon, cdVec3 way) {
    int32_t best = 0;
    for (int32_t i = 1; i < polygon->count; i++)
        if (cdDot(way, cdSub(polygon->points[i], polygon->points[best])) > 0.0) best = i;
    return best;
}

// The corner after `at`: everything is on the left of the way there. -1: all points are one.
static int32_t findNextCorner(const Polygon *polygon, int32_t at) {
    int32_t next = -1;
    for (int32_t i = 0; i < polygon->count; i++) {
        if (!(getDistanceSq(polygon, at, i) > 0.0)) continue;
        double turn = next < 0 ? -1.0 : getTurn(polygon, at, next, i);
        bool farther = next >= 0 && getDistanceSq(polygon, at, i) > getDistanceSq(polygon, at, next);
        if (turn < 0.0 || (turn == 0.0 && farther)) next = i;
    }
    return next;
}

// Corners counter-clockwise. -1: more than `capacity`.
static int32_t wrap(const Polygon *polygon, int32_t *corners, int32_t capacity) {
    int32_t first = findOutermost(polygon, polygon->tangents[0]), at = first, count = 0;
    do {
        if (count == capacity) return -1;
        corners[count++] = at;
        at = findNextCorner(polygon, at);
    } while (at >= 0 && getDistanceSq(polygon, at, first) > 0.0);
    return count;
}

static int32_t listOutermost(const Polygon *polygon, int32_t *corners, int32_t capacity) {
    int32_t count = 0;
    for (int32_t k = 0; k < capacity; k++) {
        double angle = 2.0 * PI * k / capacity;
        cdVec3 way = cdMulAdd(cdScale(cos(angle), polygon->tangents[0]), sin(angle), polygon->tangents[1]);
        int32_t corner = findOutermost(polygon, way);
        bool known = count > 0 && (corner == corners[count - 1] || corner == corners[0]);
        if (!known) corners[count++] = corner;
    }
    return count;
}

// Corners that are on the line of their neighbours but for `reach` go: rounding would have them come and go.
// A polygon that is as thin as that keeps all.
static int32_t dropStraight(const Polygon *polygon, int32_t *corners, int32_t count, double reach) {
    int32_t kept[HULL_CORNERS], keptCount = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t before = keptCount > 0 ? kept[keptCount - 1] : corners[count - 1];
        int32_t after = i + 1 < count ? corners[i + 1] : corners[0];
        cdVec3 at = polygon->points[corners[i]], from = polygon->points[before];
        if (cdGetSegmentDistanceSq(at, from, polygon->points[after]) > reach * reach)
            kept[keptCount++] = corners[i];
    }
    if (keptCount < 3) return count;
    for (int32_t i = 0; i < keptCount; i++)
        corners[i] = kept[i];
    return keptCount;
}

static int32_t listHull(const cdContactRegions *regions, const cdContactRegion *region, int32_t *corners,
                        int32_t capacity) {
    Polygon polygon = {.points = regions->points + region->firstPoint,
                       .count = region->pointCount,
                       .normal = region->normals[0]};
    cdMakeTangents(polygon.normal, polygon.tangents);
    int32_t count = wrap(&polygon, corners, capacity);
    if (count < 0) return listOutermost(&polygon, corners, capacity);
    return dropStraight(&polygon, corners, count, regions->tolerance * STRAIGHT);
}

static int32_t listCorners(const cdContactRegions *regions, const cdContactRegion *region, int32_t *corners,
                           int32_t capacity) {
    if (region->dimension == 2) return listHull(regions, region, corners, capacity);
    int32_t count = region->pointCount < capacity ? region->pointCount : capacity;
    for (int32_t i = 0; i < count; i++)
        corners[i] = i;
    return count;
}

// --- (2)

// A surface of the two with its feature.
typedef struct Side {
    const cdSurface *surface;
    cdPose pose;
    cdPlace place;
} Side;

static cdVec3 getEdge(const cdBrep *brep, int32_t edge) {
    cdVec3 from = brep->points[brep->halfEdges[2 * edge].start];
    return cdSub(brep->points[brep->halfEdges[2 * edge + 1].start], from);
}

// The point of the feature, without its border, nearest to a point of the world: local.
static cdVec3 projectToFeature(const Side *side, cdVec3 world) {
    const cdBrep *brep = &side->surface->brep;
    cdVec3 center = side->surface->info.center;
    cdVec3 point = cdSub(cdInvTransformPoint(side->pose, world), center);
    if (side->place.where == CD_ON_VERTEX) point = brep->points[side->place.index];
    if (side->place.where == CD_ON_EDGE) {
        cdVec3 from = brep->points[brep->halfEdges[2 * side->place.index].start];
        cdVec3 along = cdNormalize(getEdge(brep, side->place.index));
        point = cdMulAdd(from, cdDot(along, cdSub(point, from)), along);
    }
    if (side->place.where == CD_ON_FACE) {
        const cdBrepFace *face = &brep->faces[side->place.index];
        point = cdMulAdd(point, face->offset - cdDot(face->normal, point), face->normal);
    }
    return cdAdd(point, center);
}

// --- (3)

// Squared distance of the nearest corner of a face from a point of the world.
static double findCornerDistanceSq(const Side *side, cdVec3 world) {
    const cdBrep *brep = &side->surface->brep;
    const cdBrepFace *face = &brep->faces[side->place.index];
    cdVec3 point = cdSub(cdInvTransformPoint(side->pose, world), side->surface->info.center);
    double nearest = INFINITY;
    for (int32_t loop = 0; loop < face->loopCount; loop++) {
        int32_t first = brep->loops[face->firstLoop + loop], at = first;
        do {
            nearest = cdMin(nearest, cdLengthSq(cdSub(brep->points[brep->halfEdges[at].start], point)));
            at = brep->halfEdges[at].next;
        } while (at != first);
    }
    return nearest;
}

static bool isAlong(cdVec3 a, cdVec3 b) {
    return cdLengthSq(cdCross(a, b)) <= SAME_SINE * SAME_SINE;
}

static bool isFaceNormal(const cdBrep *brep, int32_t face, cdVec3 normal) {
    return face >= 0 && isAlong(brep->faces[face].normal, normal);
}

// Whether a direction of the world is the normal of a face beside the feature.
static bool isNormalBeside(const Side *side, cdVec3 world) {
    const cdBrep *brep = &side->surface->brep;
    cdVec3 normal = cdInvRotate(side->pose.q, world);
    int32_t index = side->place.index;
    if (side->place.where == CD_ON_EDGE)
        return isFaceNormal(brep, brep->halfEdges[2 * index].face, normal) ||
               isFaceNormal(brep, brep->halfEdges[2 * index + 1].face, normal);
    if (side->place.where != CD_ON_VERTEX) return false;
    const cdSurface *surface = side->surface;
    for (int32_t i = surface->fanFirst[index]; i < surface->fanFirst[index + 1]; i++)
        if (isFaceNormal(brep, brep->halfEdges[surface->fans[i]].face, normal)) return true;
    return false;
}

// Without the rounding of the region's frame where it is the normal of a face.
static cdVec3 makeLocalNormal(const Side *side, cdVec3 world) {
    cdVec3 normal = cdInvRotate(side->pose.q, world);
    if (side->place.where != CD_ON_FACE) return normal;
    cdVec3 own = side->surface->brep.faces[side->place.index].normal;
    return cdDot(own, normal) < 0.0 ? cdNegate(own) : own;
}

static bool isPlaneOfA(const Side *a, const Side *b, cdVec3 world, cdVec3 normal) {
    bool faceA = a->place.where == CD_ON_FACE, faceB = b->place.where == CD_ON_FACE;
    if (faceA && faceB) return findCornerDistanceSq(b, world) < findCornerDistanceSq(a, world);
    if (faceA || faceB) return faceA;
    return !isNormalBeside(b, normal) && isNormalBeside(a, normal);
}

// false: they run along each other.
static bool setEdges(cdContactPoint *point, const Side *a, const Side *b, cdVec3 normal) {
    cdVec3 alongA = cdNormalize(getEdge(&a->surface->brep, a->place.index));
    cdVec3 alongB = cdNormalize(getEdge(&b->surface->brep, b->place.index));
    cdVec3 cross = cdCross(cdRotate(a->pose.q, alongA), cdRotate(b->pose.q, alongB));
    if (cdLength(cross) < CROSSING_SINE) return false;
    point->kind = CD_EDGE_ON_EDGE;
    point->edgeA = alongA;
    point->edgeB = cdDot(cross, normal) < 0.0 ? cdNegate(alongB) : alongB;
    point->normal = cdInvRotate(b->pose.q, normal);
    return true;
}

static cdContactPoint makePoint(const Side *a, const Side *b, int32_t dimension, cdVec3 world,
                                cdVec3 normal) {
    cdContactPoint point = {.localA = projectToFeature(a, world),
                            .localB = projectToFeature(b, world),
                            .placeA = a->place,
                            .placeB = b->place};
    bool edges = a->place.where == CD_ON_EDGE && b->place.where == CD_ON_EDGE && dimension == 0;
    if (edges && setEdges(&point, a, b, normal)) return point;
    bool planeOfA = isPlaneOfA(a, b, world, normal);
    point.kind = planeOfA ? CD_PLANE_ON_POINT : CD_POINT_ON_PLANE;
    point.normal = makeLocalNormal(planeOfA ? a : b, normal);
    return point;
}

int32_t cdMakeRegionPoints(const cdContactRegions *regions, const cdContactRegion *region,
                           const cdSurface *surfaceA, cdPose poseA, const cdSurface *surfaceB, cdPose poseB,
                           cdContactPoint *points, int32_t capacity) {
    Side a = {surfaceA, poseA, region->placeA}, b = {surfaceB, poseB, region->placeB};
    int32_t corners[HULL_CORNERS], count = 0;
    int32_t cornerCount =
        listCorners(regions, region, corners, capacity < HULL_CORNERS ? capacity : HULL_CORNERS);
    for (int32_t n = 0; n < region->normalCount; n++) {
        for (int32_t i = 0; i < cornerCount && count < capacity; i++) {
            cdVec3 world = regions->points[region->firstPoint + corners[i]];
            points[count] = makePoint(&a, &b, region->dimension, world, region->normals[n]);
            points[count++].corner = i;
        }
    }
    return count;
}
