// Creates the contact points of a region: the touching points of both bodies at each corner and normal.
//
// Input: a region of the sufficient subset with its two features. Output: points fixed in both bodies.
// Source: [BV92 2.2], a region of n dimensions as n + 1 points; here a polygon is the corners of its convex
// hull, which imply every convex combination and carry a load more evenly. (1) Its corners (hull_corners.c).
// (2) A region's points are halfway between the features: they are projected to both. (3) The plane belongs
// to the body with the face; with two faces to B, except at corners of B's outline, which are points of B;
// else to the body with a face beside the feature that has this normal. Edges that cross are two lines.
#include "world/contacts/contact_point.h"
#include "world/contacts/hull_corners.h"

// Fraction of the tolerance: half the gap that resting contacts keep.
static const double STRAIGHT = 0.0625;
// Sine of an angle between normals that are equal to rounding.
static const double SAME_SINE = 1e-7;

// --- (1)

static int32_t listCorners(const cdContactRegions *regions, const cdContactRegion *region, int32_t *corners,
                           int32_t capacity) {
    if (region->dimension == 2)
        return cdListHullCorners(regions->points + region->firstPoint, region->pointCount, region->normals[0],
                                 STRAIGHT * regions->tolerance, corners, capacity);
    int32_t count = region->pointCount < capacity ? region->pointCount : capacity;
    for (int32_t i = 0; i < count; i++)
        corners[i] = i;
    return count;
}

// --- (2)

// One of the two bodies with its feature.
typedef struct Side {
    const cdFeatures *features;
    cdPose pose;
    cdLocation location;
} Side;

static cdVec3 getEdge(const cdBrep *brep, int32_t edge) {
    cdVec3 from = brep->points[brep->halfEdges[2 * edge].start];
    return cdSub(brep->points[brep->halfEdges[2 * edge + 1].start], from);
}

// Returns the point of the feature's plane or line closest to a point of the world, local.
static cdVec3 projectToFeature(const Side *side, cdVec3 world) {
    const cdBrep *brep = &side->features->brep;
    cdVec3 center = side->features->info.center;
    cdVec3 point = cdSub(cdInvTransformPoint(side->pose, world), center);
    if (side->location.kind == CD_ON_VERTEX) point = brep->points[side->location.index];
    if (side->location.kind == CD_ON_EDGE) {
        cdVec3 from = brep->points[brep->halfEdges[2 * side->location.index].start];
        cdVec3 along = cdNormalize(getEdge(brep, side->location.index));
        point = cdMulAdd(from, cdDot(along, cdSub(point, from)), along);
    }
    if (side->location.kind == CD_ON_FACE) {
        const cdBrepFace *face = &brep->faces[side->location.index];
        point = cdMulAdd(point, face->offset - cdDot(face->normal, point), face->normal);
    }
    return cdAdd(point, center);
}

// --- (3)

// Returns the squared distance of a point of the world from the closest corner of a face.
static double findCornerDistanceSq(const Side *side, cdVec3 world) {
    const cdBrep *brep = &side->features->brep;
    const cdBrepFace *face = &brep->faces[side->location.index];
    cdVec3 point = cdSub(cdInvTransformPoint(side->pose, world), side->features->info.center);
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

// True if a direction of the world is the normal of a face beside the feature.
static bool isNormalBeside(const Side *side, cdVec3 world) {
    const cdBrep *brep = &side->features->brep;
    cdVec3 normal = cdInvRotate(side->pose.q, world);
    int32_t index = side->location.index;
    if (side->location.kind == CD_ON_EDGE)
        return isFaceNormal(brep, brep->halfEdges[2 * index].face, normal) ||
               isFaceNormal(brep, brep->halfEdges[2 * index + 1].face, normal);
    if (side->location.kind != CD_ON_VERTEX) return false;
    const cdFeatures *features = side->features;
    for (int32_t i = features->fanFirst[index]; i < features->fanFirst[index + 1]; i++)
        if (isFaceNormal(brep, brep->halfEdges[features->fans[i]].face, normal)) return true;
    return false;
}

// Avoids the rounding of the region's frame if it is the normal of a face.
static cdVec3 makeLocalNormal(const Side *side, cdVec3 world) {
    cdVec3 normal = cdInvRotate(side->pose.q, world);
    if (side->location.kind != CD_ON_FACE) return normal;
    cdVec3 own = side->features->brep.faces[side->location.index].normal;
    return cdDot(own, normal) < 0.0 ? cdNegate(own) : own;
}

static bool isPlaneOfA(const Side *a, const Side *b, cdVec3 world, cdVec3 normal) {
    bool faceA = a->location.kind == CD_ON_FACE, faceB = b->location.kind == CD_ON_FACE;
    if (faceA && faceB) return findCornerDistanceSq(b, world) < findCornerDistanceSq(a, world);
    if (faceA || faceB) return faceA;
    return !isNormalBeside(b, normal) && isNormalBeside(a, normal);
}

// Returns false if the edges are parallel.
static bool setEdges(cdContactPoint *point, const Side *a, const Side *b, cdVec3 normal) {
    cdVec3 alongA = cdNormalize(getEdge(&a->features->brep, a->location.index));
    cdVec3 alongB = cdNormalize(getEdge(&b->features->brep, b->location.index));
    cdVec3 cross = cdCross(cdRotate(a->pose.q, alongA), cdRotate(b->pose.q, alongB));
    if (cdLength(cross) < CD_STABLE_SINE) return false;
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
                            .locationA = a->location,
                            .locationB = b->location};
    bool edges = a->location.kind == CD_ON_EDGE && b->location.kind == CD_ON_EDGE && dimension == 0;
    if (edges && setEdges(&point, a, b, normal)) return point;
    bool planeOfA = isPlaneOfA(a, b, world, normal);
    point.kind = planeOfA ? CD_PLANE_ON_POINT : CD_POINT_ON_PLANE;
    point.normal = makeLocalNormal(planeOfA ? a : b, normal);
    return point;
}

int32_t cdMakeRegionPoints(const cdContactRegions *regions, const cdContactRegion *region,
                           const cdFeatures *featuresA, cdPose poseA, const cdFeatures *featuresB,
                           cdPose poseB, cdContactPoint *points, int32_t capacity) {
    Side a = {featuresA, poseA, region->locationA}, b = {featuresB, poseB, region->locationB};
    int32_t corners[CD_HULL_CORNERS], count = 0;
    int32_t cornerCount =
        listCorners(regions, region, corners, capacity < CD_HULL_CORNERS ? capacity : CD_HULL_CORNERS);
    for (int32_t n = 0; n < region->normalCount; n++) {
        for (int32_t i = 0; i < cornerCount && count < capacity; i++) {
            cdVec3 world = regions->points[region->firstPoint + corners[i]];
            points[count] = makePoint(&a, &b, region->dimension, world, region->normals[n]);
            points[count++].corner = i;
        }
    }
    return count;
}
